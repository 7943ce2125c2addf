package io.dateline.sm.dump;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.FdbDumpWriter;
import io.dateline.fabric.format.GuidToLid;
import io.dateline.fabric.format.LftDumpWriter;
import io.dateline.fabric.format.LidMatrixWriter;
import io.dateline.fabric.format.PathSlDump;
import io.dateline.fabric.format.PslWriter;
import io.dateline.fabric.format.SlToVlDumpWriter;
import io.dateline.fabric.format.SubnetListWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files of a routing, by OpenSM's names; where they are written is the caller's matter. {@link
 * #PSL} is named as ibdiagnet names its own.
 */
public final class RoutingDumps {
  public static final String LFTS = "opensm-lfts.dump";
  public static final String SL2VL = "opensm-sl2vl.dump";
  public static final String CA_ORDER = "opensm-ftree-ca-order.dump";
  public static final String GUID2LID = "guid2lid";
  public static final String PATH_SL = "path-sl.dump";
  public static final String SUBNET = "opensm-subnet.lst";
  public static final String FDBS = "opensm.fdbs";
  public static final String LID_MATRIX = "opensm-lid-matrix.dump";
  public static final String MULTICAST_FDBS = "opensm.mcfdbs";
  public static final String ENGINE = "engine.dump";
  public static final String PSL = "opensm.psl";

  /** A name for the files that ibdmchk reads, all that there are of them. */
  public static final String IBDMCHK = "ibdmchk";

  private static final Set<String> IBDMCHK_FILES = Set.of(SUBNET, FDBS, MULTICAST_FDBS, SL2VL, PSL);

  private RoutingDumps() {}

  /** One file. */
  public interface Content {
    void write(Appendable out) throws IOException;
  }

  /**
   * The files of a routing, by name, in the order in which they are written.
   *
   * @param told what the engine tells beside its tables, by file name
   * @param multicast the tables of groups
   */
  public static Map<String, Content> of(
      Fabric fabric, LidMap lids, Routing routing, Map<String, String> told, Content multicast) {
    Map<String, Content> files = new LinkedHashMap<>();
    told.forEach((name, text) -> files.put(name, out -> out.append(text)));
    files.put(ENGINE, out -> out.append(routing.engine()).append('\n'));
    files.put(LFTS, out -> LftDumpWriter.write(fabric, lids, routing.tables(), out));
    files.put(FDBS, out -> FdbDumpWriter.write(fabric, lids, routing.tables(), out));
    files.put(SUBNET, out -> SubnetListWriter.write(fabric, lids, out));
    files.put(LID_MATRIX, out -> LidMatrixWriter.write(fabric, lids, out));
    files.put(MULTICAST_FDBS, multicast);
    files.put(GUID2LID, out -> GuidToLid.write(guidToLid(fabric, lids), out));
    files.put(PATH_SL, out -> PathSlDump.write(lids, routing.pathSl(), out));
    if (routing.hasLanes()) {
      files.put(SL2VL, out -> SlToVlDumpWriter.write(fabric, lids, routing.slToVl(), out));
      files.put(PSL, out -> PslWriter.write(fabric, lids, routing.pathSl(), out));
    }
    return files;
  }

  /** Those of the files that are written unasked: all but {@link #PSL}, a line for every pair. */
  public static Map<String, Content> usual(Map<String, Content> files) {
    Map<String, Content> usual = new LinkedHashMap<>(files);
    usual.remove(PSL);
    return usual;
  }

  /**
   * Those of the files that are wanted, in their order.
   *
   * @param names of files, or what is between {@code opensm-} and {@code .dump} of them; {@link
   *     #IBDMCHK} stands for several
   * @throws IllegalArgumentException with a sentence, if there is no file of a name
   */
  public static Map<String, Content> only(Map<String, Content> files, Collection<String> names) {
    Set<String> wanted = new HashSet<>();
    for (String name : names) {
      if (name.equals(IBDMCHK)) {
        wanted.addAll(IBDMCHK_FILES);
        continue;
      }
      wanted.add(
          files.keySet().stream()
              .filter(file -> file.equals(name) || shortName(file).equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "there is no '%s' here; there are: %s; and %s for what ibdmchk reads"
                              .formatted(
                                  name,
                                  String.join(", ", new TreeSet<>(files.keySet())),
                                  IBDMCHK))));
    }
    Map<String, Content> chosen = new LinkedHashMap<>(files);
    chosen.keySet().retainAll(wanted);
    return chosen;
  }

  private static String shortName(String file) {
    return file.replaceFirst("^opensm[-.]", "").replaceFirst("\\.dump$", "");
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
}
