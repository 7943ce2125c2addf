package io.dateline.sm.cli;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.format.FdbDumpWriter;
import io.dateline.fabric.format.GuidToLid;
import io.dateline.fabric.format.LftDump;
import io.dateline.fabric.format.LftDumpReader;
import io.dateline.fabric.format.LftDumpWriter;
import io.dateline.fabric.format.LidMatrixWriter;
import io.dateline.fabric.format.MulticastDumpWriter;
import io.dateline.fabric.format.PathSlDump;
import io.dateline.fabric.format.SlToVlDump;
import io.dateline.fabric.format.SlToVlDumpReader;
import io.dateline.fabric.format.SlToVlDumpWriter;
import io.dateline.fabric.format.SubnetListWriter;
import io.dateline.fabric.format.TorusFrameDump;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LayerMemory;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A folder of dump files by OpenSM's names. */
final class Dumps {
  static final String LFTS = "opensm-lfts.dump";
  static final String SL2VL = "opensm-sl2vl.dump";
  static final String CA_ORDER = "opensm-ftree-ca-order.dump";
  static final String GUID2LID = "guid2lid";
  static final String PATH_SL = "path-sl.dump";
  static final String SUBNET = "opensm-subnet.lst";
  static final String FDBS = "opensm.fdbs";
  static final String LID_MATRIX = "opensm-lid-matrix.dump";
  static final String MULTICAST_FDBS = "opensm.mcfdbs";
  static final String TORUS_FRAME = "torus-frame.dump";
  static final String LAYERS = "layers.dump";
  static final String ENGINE = "engine.dump";

  private Dumps() {}

  /**
   * Writes all that a routing says; makes the folder where it is missing.
   *
   * @param more what the engine tells beside its tables, by file name
   */
  static void write(
      Path folder, Fabric fabric, LidMap lids, Routing routing, Map<String, String> more)
      throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, String> file : more.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    Files.writeString(folder.resolve(ENGINE), routing.engine() + System.lineSeparator());
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(LFTS))) {
      LftDumpWriter.write(fabric, lids, routing.tables(), out);
    }
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(FDBS))) {
      FdbDumpWriter.write(fabric, lids, routing.tables(), out);
    }
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(SUBNET))) {
      SubnetListWriter.write(fabric, lids, out);
    }
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(LID_MATRIX))) {
      LidMatrixWriter.write(fabric, lids, out);
    }
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(MULTICAST_FDBS))) {
      writeGroup(fabric, lids, routing, out);
    }
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(GUID2LID))) {
      GuidToLid.write(guidToLid(fabric, lids), out);
    }
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(PATH_SL))) {
      PathSlDump.write(lids, routing.pathSl(), out);
    }
    if (routing.slToVl() != SlToVl.IDENTITY) {
      try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(SL2VL))) {
        SlToVlDumpWriter.write(fabric, lids, routing.slToVl(), out);
      }
    }
  }

  /**
   * There are no multicast groups offline, so that OpenSM writes the file empty, and ibdmchk wants
   * it. Where the engine has a tree for groups, one of all end ports shows it.
   */
  private static void writeGroup(Fabric fabric, LidMap lids, Routing routing, Appendable out)
      throws IOException {
    if (routing.multicast().isPresent()) {
      int[] members =
          Arrays.stream(fabric.endPorts()).filter(port -> lids.lidCount(port) > 0).toArray();
      MulticastDumpWriter.write(
          fabric, routing.multicast().get(), Map.of(Lid.MULTICAST_MIN, members), out);
    }
  }

  /**
   * Writes what engines want to be told again, where they do. Layers are bytes by GUIDs, and not
   * read from {@link #PATH_SL}: there are SLs that are none, and LIDs that somebody else has later.
   */
  static void write(Path folder, Fabric fabric, EngineMemory memory) throws IOException {
    if (memory.torus().isPresent()) {
      try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(TORUS_FRAME))) {
        TorusFrameDump.write(memory.torus().get(), fabric, out);
      }
    }
    if (memory.layers().isEmpty()) {
      Files.deleteIfExists(folder.resolve(LAYERS)); // of other tables
    } else {
      Files.write(folder.resolve(LAYERS), memory.layers().toBytes());
    }
  }

  /** What engines wanted to be told again; nothing without a folder, or where none wanted. */
  static EngineMemory readMemory(Path folder) throws IOException {
    EngineMemory memory = EngineMemory.NONE;
    if (folder != null && Files.exists(folder.resolve(TORUS_FRAME))) {
      Path file = InputFiles.readable("frame of a torus", folder.resolve(TORUS_FRAME));
      memory = memory.with(Optional.of(TorusFrameDump.read(file)));
    }
    if (folder != null && Files.exists(folder.resolve(LAYERS))) {
      Path file = InputFiles.readable("file of layers", folder.resolve(LAYERS));
      memory =
          memory.with(
              LayerMemory.read(Files.readAllBytes(file))
                  .orElseThrow(() -> new BadInput(file + " is no file of layers, or damaged")));
    }
    return memory;
  }

  /** The engine whose tables are in a folder; empty without one, or where others wrote it. */
  static String readEngine(Path folder) throws IOException {
    Path file = folder == null ? null : inside(folder, ENGINE);
    return file == null ? "" : Files.readString(file).strip();
  }

  private static List<GuidToLid> guidToLid(Fabric fabric, LidMap lids) {
    List<GuidToLid> entries = new ArrayList<>();
    for (int port : fabric.endPorts()) {
      int count = lids.lidCount(port);
      if (count > 0) {
        int base = lids.baseLid(port);
        entries.add(new GuidToLid(fabric.portGuid(port), base, base + count - 1));
      }
    }
    return entries;
  }

  /** The tables in a folder, or null without one. */
  static LftDump readFolder(Path folder, Fabric fabric, List<String> warnings) throws IOException {
    return folder == null ? null : read(folder.resolve(LFTS), fabric, warnings);
  }

  /** A file by its usual name in a folder, or null where it is not there. */
  static Path inside(Path folder, String name) {
    Path file = folder.resolve(name);
    return Files.exists(file) ? file : null;
  }

  /**
   * Reads tables.
   *
   * @throws BadInput if the file cannot be read, or none of its switches is in the fabric
   */
  static LftDump read(Path file, Fabric fabric, List<String> warnings) throws IOException {
    LftDump dump = LftDumpReader.read(InputFiles.readable("file of tables", file), fabric);
    if (entries(dump.tables()) == 0 && !dump.warnings().isEmpty()) {
      throw new BadInput(
          "%s is of another fabric: none of its tables is of a switch of the topology"
              .formatted(file));
    }
    warnings.addAll(dump.warnings());
    return dump;
  }

  /**
   * The routing that a dump of tables tells together with what else was dumped.
   *
   * @param slToVl the lanes, or null: each SL is its own
   * @param pathSl the service levels, or null: all 0
   */
  static Routing routing(
      String name, LftDump dump, Path slToVl, Path pathSl, Fabric fabric, List<String> warnings)
      throws IOException {
    SlToVl lanes = SlToVl.IDENTITY;
    if (slToVl != null) {
      SlToVlDump read = SlToVlDumpReader.read(InputFiles.readable("file of lanes", slToVl), fabric);
      warnings.addAll(read.warnings());
      lanes = read.slToVl();
    }
    PathSl levels =
        pathSl == null
            ? PathSl.ZERO
            : PathSlDump.read(InputFiles.readable("file of service levels", pathSl));
    return new Routing(name, dump.tables(), lanes, levels, 1);
  }

  /** Entries that lead anywhere. */
  static long entries(ForwardingTables tables) {
    long count = 0;
    for (int node = 0; node < tables.switchCount(); node++) {
      for (byte entry : tables.row(node)) {
        if ((entry & 0xFF) != ForwardingTables.NO_PORT) {
          count++;
        }
      }
    }
    return count;
  }
}
