package io.dateline.sm.lane;

import io.dateline.mad.attribute.VlArbitrationTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

  /**
   * What is configured otherwise than torus-2QoS needs it, in sentences: one for all tables that
   * have the same mistake, as OpenSM's defaults have.
   */
  static List<String> warnings(QosSettings settings) {
    List<PortKindLanes> ends = List.of(settings.ca(), settings.sw0(), settings.rtr());
    List<String> warnings = new ArrayList<>();
    tooFew(settings.swe(), VLS, warnings);
    ends.forEach(lanes -> tooFew(lanes, END_PORT_VLS, warnings));
    unfair(List.of(settings.swe().high(), settings.swe().low()), warnings);
    unused(ends, warnings);
    return warnings;
  }

  private static void tooFew(PortKindLanes lanes, int needed, List<String> warnings) {
    if (lanes.maxVls() > 0 && lanes.maxVls() < needed) {
      warnings.add(
          "torus-2QoS needs %d VLs at %s ports for all it can do; %s says %d"
              .formatted(needed, lanes.options(), lanes.maxVlsFrom(), lanes.maxVls()));
    }
  }

  private static void unfair(List<Arbitration> tables, List<String> warnings) {
    List<String> unequal =
        tables.stream()
            .filter(table -> !isEqual(table, 0) || !isEqual(table, LEVEL_VLS))
            .map(Arbitration::from)
            .toList();
    if (!unequal.isEmpty()) {
      warnings.add(
          "torus-2QoS needs equal VL arbitration weights for VLs 0 to 3, and for VLs 4 to 7; not so: %s"
              .formatted(String.join(", ", unequal)));
    }
  }

  private static boolean isEqual(Arbitration table, int firstVl) {
    return IntStream.range(firstVl, firstVl + LEVEL_VLS)
        .allMatch(vl -> table.weight(vl) == table.weight(firstVl));
  }

  private static void unused(List<PortKindLanes> ends, List<String> warnings) {
    List<String> more =
        ends.stream()
            .flatMap(lanes -> Stream.of(lanes.high(), lanes.low()))
            .filter(TorusArbitration::hasMoreThanEndPorts)
            .map(Arbitration::from)
            .distinct()
            .toList();
    if (!more.isEmpty()) {
      warnings.add(
          "torus-2QoS uses VLs 0 and 1 at end ports; with weights for VLs 2 to 7: %s"
              .formatted(String.join(", ", more)));
    }
  }

  private static boolean hasMoreThanEndPorts(Arbitration table) {
    return IntStream.range(END_PORT_VLS, VLS).anyMatch(vl -> table.weight(vl) != 0);
  }
}
