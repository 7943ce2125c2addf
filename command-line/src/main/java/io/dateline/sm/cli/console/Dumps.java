package io.dateline.sm.cli.console;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.format.LftDump;
import io.dateline.fabric.format.LftDumpReader;
import io.dateline.fabric.format.MulticastDumpWriter;
import io.dateline.fabric.format.PathSlDump;
import io.dateline.fabric.format.ReadableFile;
import io.dateline.fabric.format.SlToVlDump;
import io.dateline.fabric.format.SlToVlDumpReader;
import io.dateline.fabric.format.TorusFrameDump;
import io.dateline.fabric.format.TreeFrameDump;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LayerMemory;
import io.dateline.sm.dump.DumpSizes;
import io.dateline.sm.dump.RoutingDumps;
import io.dateline.sm.text.Bytes;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A folder of dump files by OpenSM's names. */
public final class Dumps {
  public static final String LFTS = RoutingDumps.LFTS;
  public static final String SL2VL = RoutingDumps.SL2VL;
  public static final String CA_ORDER = RoutingDumps.CA_ORDER;
  public static final String GUID2LID = RoutingDumps.GUID2LID;
  public static final String PATH_SL = RoutingDumps.PATH_SL;
  public static final String SUBNET = RoutingDumps.SUBNET;
  public static final String FDBS = RoutingDumps.FDBS;
  public static final String LID_MATRIX = RoutingDumps.LID_MATRIX;
  public static final String MULTICAST_FDBS = RoutingDumps.MULTICAST_FDBS;
  public static final String PSL = RoutingDumps.PSL;
  public static final String TORUS_FRAME = "torus-frame.dump";
  public static final String TREE_FRAME = "tree-frame.dump";
  public static final String LAYERS = "layers.dump";
  public static final String CHAIN = "chain.dump";
  static final String ENGINE = RoutingDumps.ENGINE;

  private Dumps() {}

  /**
   * Writes what a routing says; makes the folder where it is missing.
   *
   * @param more what the engine tells beside its tables, by file name
   * @param only names of the files that are wanted; none for the usual ones
   * @param onNote is told beforehand what room the files take, where that is much
   * @param onFile is told of each file when it begins
   * @throws BadInput if there is no file of a name
   * @throws IOException that names the file, if it cannot be written whole
   */
  public static void write(
      Path folder,
      Fabric fabric,
      LidMap lids,
      Routing routing,
      Map<String, String> more,
      List<String> only,
      Consumer<String> onNote,
      Consumer<String> onFile)
      throws IOException {
    Files.createDirectories(folder);
    Map<String, RoutingDumps.Content> files =
        chosen(
            RoutingDumps.of(
                fabric, lids, routing, more, out -> writeGroup(fabric, lids, routing, out)),
            only);
    Map<String, Long> bytes = new HashMap<>(DumpSizes.of(fabric, lids, routing, more));
    bytes.keySet().retainAll(files.keySet());
    DumpNote.of(folder, bytes).ifPresent(onNote);
    if (only.isEmpty()) { // those of other tables
      Files.deleteIfExists(folder.resolve(SL2VL));
      Files.deleteIfExists(folder.resolve(PSL));
    }
    for (Map.Entry<String, RoutingDumps.Content> file : files.entrySet()) {
      onFile.accept(
          "writing %s, about %s"
              .formatted(file.getKey(), Bytes.words(bytes.getOrDefault(file.getKey(), 0L))));
      OutputFile.write(folder.resolve(file.getKey()), file.getValue()::write);
    }
  }

  private static Map<String, RoutingDumps.Content> chosen(
      Map<String, RoutingDumps.Content> files, List<String> only) {
    try {
      return only.isEmpty() ? RoutingDumps.usual(files) : RoutingDumps.only(files, only);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--only: " + e.getMessage());
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
   * read from {@link #PATH_SL}: there are SLs that are none, and LIDs that another port has later.
   */
  public static void write(Path folder, Fabric fabric, EngineMemory memory) throws IOException {
    if (memory.torus().isPresent()) {
      try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(TORUS_FRAME))) {
        TorusFrameDump.write(memory.torus().get(), fabric, out);
      }
    }
    if (memory.tree().isEmpty()) {
      Files.deleteIfExists(folder.resolve(TREE_FRAME)); // of other tables
    } else {
      try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(TREE_FRAME))) {
        TreeFrameDump.write(memory.tree(), fabric, out);
      }
    }
    if (memory.layers().isEmpty()) {
      Files.deleteIfExists(folder.resolve(LAYERS)); // of other tables
    } else {
      Files.write(folder.resolve(LAYERS), memory.layers().toBytes());
    }
    if (memory.chain().isEmpty()) {
      Files.deleteIfExists(folder.resolve(CHAIN)); // of other tables
    } else {
      Files.write(folder.resolve(CHAIN), memory.chain().toBytes());
    }
  }

  /** What engines wanted to be told again; nothing without a folder, or where none wanted. */
  public static EngineMemory readMemory(Path folder) throws IOException {
    EngineMemory memory = EngineMemory.NONE;
    if (folder != null && !ReadableFile.isAbsent(folder.resolve(TORUS_FRAME))) {
      Path file = InputFiles.readable("frame of a torus", folder.resolve(TORUS_FRAME));
      memory = memory.with(Optional.of(TorusFrameDump.read(file)));
    }
    if (folder != null && !ReadableFile.isAbsent(folder.resolve(TREE_FRAME))) {
      Path file = InputFiles.readable("frame of a tree", folder.resolve(TREE_FRAME));
      memory = memory.with(TreeFrameDump.read(file));
    }
    if (folder != null && !ReadableFile.isAbsent(folder.resolve(LAYERS))) {
      Path file = InputFiles.readable("layer file", folder.resolve(LAYERS));
      memory =
          memory.with(
              LayerMemory.read(Files.readAllBytes(file))
                  .orElseThrow(() -> new BadInput(file + " is no file of layers, or damaged")));
    }
    if (folder != null && !ReadableFile.isAbsent(folder.resolve(CHAIN))) {
      Path file = InputFiles.readable("file of a chain", folder.resolve(CHAIN));
      memory =
          memory.with(
              ChainMemory.read(Files.readAllBytes(file))
                  .orElseThrow(() -> new BadInput(file + " is no file of a chain, or damaged")));
    }
    return memory;
  }

  /** The engine whose tables are in a folder; empty without one, or where others wrote it. */
  public static String readEngine(Path folder) throws IOException {
    Path file = folder == null ? null : inside(folder, ENGINE);
    return file == null ? "" : Files.readString(file).strip();
  }

  /** The tables in a folder, or null without one. */
  public static LftDump readFolder(Path folder, Fabric fabric, List<String> warnings)
      throws IOException {
    return folder == null ? null : read(folder.resolve(LFTS), fabric, warnings);
  }

  /** A file by its usual name in a folder, or null where it is not there. */
  public static Path inside(Path folder, String name) {
    Path file = folder.resolve(name);
    return ReadableFile.isAbsent(file) ? null : file;
  }

  /**
   * Reads tables.
   *
   * @throws BadInput if the file cannot be read, or none of its switches is in the fabric
   */
  public static LftDump read(Path file, Fabric fabric, List<String> warnings) throws IOException {
    LftDump dump = LftDumpReader.read(InputFiles.readable("table file", file), fabric);
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
  public static Routing routing(
      String name, LftDump dump, Path slToVl, Path pathSl, Fabric fabric, List<String> warnings)
      throws IOException {
    SlToVl lanes = SlToVl.IDENTITY;
    if (slToVl != null) {
      SlToVlDump read = SlToVlDumpReader.read(InputFiles.readable("lane file", slToVl), fabric);
      warnings.addAll(read.warnings());
      lanes = read.slToVl();
    }
    PathSl levels =
        pathSl == null
            ? PathSl.ZERO
            : PathSlDump.read(InputFiles.readable("service level file", pathSl));
    return new Routing(name, dump.tables(), lanes, levels, 1);
  }

  /** Entries that lead anywhere. */
  public static long entries(ForwardingTables tables) {
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
