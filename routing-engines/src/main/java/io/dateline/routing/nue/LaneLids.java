package io.dateline.routing.nue;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The LIDs of a lane whose paths weigh something, in the order in which they are routed. Arrays are
 * not copies.
 *
 * @param destinations that they are of
 */
record LaneLids(int[] destinations, int[] lids) {
  int count() {
    return lids.length;
  }

  /**
   * LIDs of a lane's destinations.
   *
   * @param members destinations, by switch
   * @param takeTurns whether a switch has its next LID once all others have had theirs, not all of
   *     its LIDs in a row
   */
  static LaneLids of(NueTask task, int[] members, boolean takeTurns) {
    int[] counted = IntStream.of(members).filter(member -> task.counts()[member]).toArray();
    int count = IntStream.of(counted).map(task::lidCount).sum();
    int[] destinations = new int[count];
    int[] lids = new int[count];
    long[] turns = new long[count]; // which LID of its switch it is, then its place
    int[] had = new int[task.channels().switchCount];
    int place = 0;
    for (int member : counted) {
      int base = task.destinations().lids[member];
      for (int lid = base; lid < base + task.lidCount(member); lid++) {
        turns[place] = (long) had[task.home(member)]++ << Integer.SIZE | place;
        destinations[place] = member;
        lids[place++] = lid;
      }
    }
    if (!takeTurns) {
      return new LaneLids(destinations, lids);
    }
    Arrays.sort(turns);
    return new LaneLids(picked(destinations, turns), picked(lids, turns));
  }

  private static int[] picked(int[] of, long[] turns) {
    int[] picked = new int[of.length];
    Arrays.setAll(picked, i -> of[(int) turns[i]]);
    return picked;
  }
}
