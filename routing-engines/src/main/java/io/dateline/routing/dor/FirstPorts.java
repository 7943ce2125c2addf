package io.dateline.routing.dor;

import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.hops.Candidates;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * For every pair of switches, which port of the one comes first among those that qualify for the
 * other. All that is sent from one to the other goes to the switch that this port leads to.
 *
 * <p>One byte a pair. Immutable once made.
 */
final class FirstPorts {
  /** No port qualifies. A switch has at most 254 ports, so this is the index of none. */
  static final int NONE = 0xFF;

  private final byte[][] rows; // [from][to]: port indices, unsigned

  private FirstPorts(byte[][] rows) {
    this.rows = rows;
  }

  /**
   * Looks at all switches.
   *
   * @param candidates makes a worker's own
   * @param threads at least 1; makes no difference to the result
   */
  static FirstPorts of(SwitchGraph graph, Supplier<? extends Candidates> candidates, int threads) {
    byte[][] rows = new byte[graph.switchCount][graph.switchCount];
    Slices.map(
        rows.length,
        threads,
        (from, to) -> {
          Candidates own = candidates.get();
          long[] sets = new long[0];
          for (int node = from; node < to; node++) {
            int words = Candidates.words(graph.degree(node));
            if (sets.length < words * rows.length) {
              sets = new long[words * rows.length];
            }
            Arrays.fill(sets, 0, words * rows.length, 0);
            own.find(node, sets, words);
            for (int other = 0; other < rows.length; other++) {
              rows[node][other] = (byte) first(sets, other * words, words);
            }
          }
          return to - from;
        });
    return new FirstPorts(rows);
  }

  /** Indices are in port order. */
  private static int first(long[] set, int from, int words) {
    for (int word = 0; word < words; word++) {
      if (set[from + word] != 0) {
        return word * Long.SIZE + Long.numberOfTrailingZeros(set[from + word]);
      }
    }
    return NONE;
  }

  /** The first port indices of a switch by destination switch, as unsigned bytes. Not a copy. */
  byte[] row(int from) {
    return rows[from];
  }
}
