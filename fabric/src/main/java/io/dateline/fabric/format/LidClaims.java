package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.Arrays;
import java.util.List;

/** Which port GUID answers to which LID, gathered line by line. */
final class LidClaims {
  private final long[] guidByLid = new long[Lid.UNICAST_MAX + 1]; // 0: not named so far
  private final int[] lineByLid = new int[Lid.UNICAST_MAX + 1];

  /** Notes what a line says. */
  void note(int lid, long portGuid, int lineNumber) throws LineException {
    if (guidByLid[lid] == 0) {
      guidByLid[lid] = portGuid;
      lineByLid[lid] = lineNumber;
    } else if (guidByLid[lid] != portGuid) {
      throw new LineException(
          "LID %d belongs to port GUID %s here and to %s in line %d"
              .formatted(lid, Guid.format(portGuid), Guid.format(guidByLid[lid]), lineByLid[lid]));
    }
  }

  /** All GUIDs noted. */
  LongSet guids() {
    LongOpenHashSet guids = new LongOpenHashSet();
    for (long guid : guidByLid) {
      if (guid != 0) {
        guids.add(guid);
      }
    }
    return guids;
  }

  /**
   * The LIDs of a fabric's end ports. A dump names single LIDs; base LID and LMC of a port are
   * those of the smallest aligned range that holds all of its LIDs.
   */
  LidMap lidMap(Fabric fabric, EndPortGuids endPorts, LineScanner scanner, List<String> warnings)
      throws FormatException {
    int[] lowest = new int[fabric.portCount()];
    int[] highest = new int[fabric.portCount()];
    Arrays.fill(lowest, Lid.NONE);
    LongOpenHashSet unknown = new LongOpenHashSet();
    for (int lid = Lid.UNICAST_MIN; lid <= Lid.UNICAST_MAX; lid++) {
      long guid = guidByLid[lid];
      int port = guid == 0 ? Fabric.NONE : endPorts.find(guid);
      if (port != Fabric.NONE) {
        lowest[port] = lowest[port] == Lid.NONE ? lid : lowest[port];
        highest[port] = lid;
      } else if (guid != 0 && unknown.add(guid)) {
        warnings.add(
            "LID %d belongs to port GUID %s, which is no end port of the topology"
                .formatted(lid, Guid.format(guid)));
      }
    }
    LidMap.Builder builder = new LidMap.Builder(fabric);
    for (int port : fabric.endPorts()) {
      if (lowest[port] == Lid.NONE) {
        continue;
      }
      int lmc = 32 - Integer.numberOfLeadingZeros(lowest[port] ^ highest[port]);
      try {
        builder.assign(port, (lowest[port] >>> lmc) << lmc, lmc);
      } catch (IllegalArgumentException impossible) {
        scanner.report(
            lineByLid[lowest[port]],
            "the LIDs of port GUID %s, %d to %d, are no range of an LMC: %s"
                .formatted(
                    Guid.format(guidByLid[lowest[port]]),
                    lowest[port],
                    highest[port],
                    impossible.getMessage()));
      }
    }
    scanner.fail();
    return builder.build();
  }
}
