package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The SLs that applications hold.
 *
 * @param lids of the fabric's end ports
 * @param levels by LID of source and destination
 */
public record GrantedLevels(Fabric fabric, LidMap lids, PathSl levels) {
  /**
   * The share of pairs of adapters there are in both whose SL differs.
   *
   * @param sources port GUIDs of the adapters that are asked as sources; every one is a destination
   */
  public double changed(GrantedLevels after, Collection<Long> sources) {
    List<Long> present =
        adapters(fabric).stream()
            .filter(guid -> after.fabric.endPortByGuid(guid) != Fabric.NONE)
            .toList();
    long changed = 0;
    long compared = 0;
    for (long source : sources) {
      if (!present.contains(source)) {
        continue;
      }
      for (long destination : present) {
        compared++;
        changed += sl(source, destination) == after.sl(source, destination) ? 0 : 1;
      }
    }
    return (double) changed / Math.max(1, compared);
  }

  /** Port GUIDs of all adapters of a fabric. */
  public static List<Long> adapters(Fabric fabric) {
    return Arrays.stream(fabric.endPorts())
        .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
        .mapToObj(fabric::portGuid)
        .toList();
  }

  private int sl(long source, long destination) {
    return levels.sl(
        lids.baseLid(fabric.endPortByGuid(source)),
        lids.baseLid(fabric.endPortByGuid(destination)));
  }
}
