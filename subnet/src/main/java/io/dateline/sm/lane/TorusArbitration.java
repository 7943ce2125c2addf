package io.dateline.sm.lane;

import io.dateline.mad.attribute.VlArbitrationTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How VL arbitration goes with torus-2QoS, which has VLs 0 to 3 for one level of quality of service
 * and 4 to 7 for the other between switches, and VL 0 and VL 1 at end ports.
 */
final class TorusArbitration {
  private static final int LEVEL_VLS = 4;
  private static final int VLS = 2 * LEVEL_VLS;
  private static final int END_PORT_VLS = 2;

  private TorusArbitration() {}

  /**
   * A block of a switch's external port as it is to be where the cable leads to an end port: what
   * VL 4 has goes to VL 1, and all lanes but 0 and 1 lose theirs; no gaps are left.
   *
   * @param entries that count
   */
  static byte[] towardsEndPort(byte[] block, int entries) {
    VlArbitrationTable from = VlArbitrationTable.of(block);
    VlArbitrationTable to = new VlArbitrationTable();
    int next = 0;
    for (int i = 0; i < entries; i++) {
      int vl = from.vl(i);
      if (vl == 0 || vl == LEVEL_VLS) {
        to.vl(next, vl == 0 ? 0 : 1).weight(next, from.weight(i));
        next++;
      }
    }
    return to.bytes();
  }

  /** What is configured otherwise than torus-2QoS needs it, in sentences. */
  static List<String> warnings(QosSettings settings) {
    List<String> warnings = new ArrayList<>();
    tooFew(settings.swe(), VLS, warnings);
    unfair(settings.swe().high(), warnings);
    unfair(settings.swe().low(), warnings);
    for (PortKindLanes ends : List.of(settings.ca(), settings.sw0(), settings.rtr())) {
      tooFew(ends, END_PORT_VLS, warnings);
      unused(ends, ends.high(), "high", warnings);
      unused(ends, ends.low(), "low", warnings);
    }
    return warnings;
  }

  private static void tooFew(PortKindLanes lanes, int needed, List<String> warnings) {
    if (lanes.maxVls() > 0 && lanes.maxVls() < needed) {
      warnings.add(
          "torus-2QoS needs %d VLs at %s ports for all it can do; %s says %d"
              .formatted(needed, lanes.options(), lanes.maxVlsFrom(), lanes.maxVls()));
    }
  }

  private static void unfair(Arbitration table, List<String> warnings) {
    if (!isEqual(table, 0) || !isEqual(table, LEVEL_VLS)) {
      warnings.add(
          "torus-2QoS needs equal VL arbitration weights for VLs 0 to 3, and for VLs 4 to 7; %s has others"
              .formatted(table.from()));
    }
  }

  private static boolean isEqual(Arbitration table, int firstVl) {
    return IntStream.range(firstVl, firstVl + LEVEL_VLS)
        .allMatch(vl -> table.weight(vl) == table.weight(firstVl));
  }

  private static void unused(
      PortKindLanes lanes, Arbitration table, String priority, List<String> warnings) {
    if (IntStream.range(END_PORT_VLS, VLS).anyMatch(vl -> table.weight(vl) != 0)) {
      warnings.add(
          "torus-2QoS uses VLs 0 and 1 at end ports; %s, which holds for %s_vlarb_%s, has weights for VLs 2 to 7"
              .formatted(table.from(), lanes.options(), priority));
    }
  }
}
