package io.dateline.sm.address;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The LIDs of a subnet's end ports, and what that changes in the {@link LidBook}.
 *
 * @param lids for all end ports that got LIDs
 * @param newGuids port GUIDs whose entry is new or differs
 * @param newBaseLids their base LIDs
 * @param newLmcs their LMCs
 * @param releasedGuids ports that are away and had to give up their LIDs
 * @param warnings sentences for the operator
 */
public record LidPlan(
    LidMap lids,
    long[] newGuids,
    int[] newBaseLids,
    byte[] newLmcs,
    long[] releasedGuids,
    List<String> warnings) {

  public boolean changesBook() {
    return newGuids.length > 0 || releasedGuids.length > 0;
  }

  /** Port GUIDs of end ports that got none, ascending as unsigned integers. */
  public long[] withoutLids(Fabric fabric) {
    long[] guids =
        IntStream.of(fabric.endPorts())
            .filter(port -> lids.baseLid(port) == Lid.NONE)
            .mapToLong(fabric::portGuid)
            .toArray();
    Guid.sort(guids);
    return guids;
  }
}
