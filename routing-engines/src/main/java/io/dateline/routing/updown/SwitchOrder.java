package io.dateline.routing.updown;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A strict order of all switches, which tells of every cable between two of them what end is the
 * upper one.
 *
 * <p>Immutable. Arrays it returns are its own: do not write to them.
 */
final class SwitchOrder {
  private final int[] topDown; // switches, the uppermost first
  private final int[] places; // by switch: where it is in topDown

  /** Orders switches; what the comparator says less of is farther up, ties by index. */
  SwitchOrder(int switchCount, Comparator<Integer> uppermostFirst) {
    topDown =
        IntStream.range(0, switchCount)
            .boxed()
            .sorted(uppermostFirst) // stable
            .mapToInt(Integer::intValue)
            .toArray();
    places = new int[switchCount];
    for (int place = 0; place < switchCount; place++) {
      places[topDown[place]] = place;
    }
  }

  /** An order by rank, 0 uppermost, and then by id as an unsigned number, the least uppermost. */
  static SwitchOrder byRank(int[] ranks, long[] ids) {
    return new SwitchOrder(
        ranks.length,
        Comparator.comparingInt((Integer node) -> ranks[node])
            .thenComparing((a, b) -> Long.compareUnsigned(ids[a], ids[b])));
  }

  boolean isAbove(int upper, int lower) {
    return places[upper] < places[lower];
  }

  /** All switches, the uppermost first. */
  int[] topDown() {
    return topDown;
  }
}
