package io.dateline.routing.balance;

import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.hops.Candidates;
import java.util.function.Supplier;

/**
 * The ports that qualify, of all switches for all destination switches: bits by port index. Eight
 * bytes a pair of switches, more where a switch has more than 64 ports to others.
 */
final class Choices implements Allowed {
  private final int[] first; // by switch: its first channel
  final long[][] sets; // by switch; by destination switch, words[switch] each
  final int[] words; // by switch

  /** Asks all candidates with a number of threads, which makes no difference to the result. */
  Choices(TablePlan plan, Supplier<? extends Candidates> candidates, int threads) {
    first = plan.channels().first;
    int count = first.length - 1;
    sets = new long[count][];
    words = new int[count];
    Slices.map(
        count,
        threads,
        (from, to) -> {
          Candidates own = candidates.get();
          for (int node = from; node < to; node++) {
            words[node] = Candidates.words(first[node + 1] - first[node]);
            sets[node] = new long[count * words[node]];
            own.find(node, sets[node], words[node]);
            if (plan.avoided() != null) {
              avoid(node, marked(plan.avoided(), first[node], first[node + 1]));
            }
          }
          return to - from;
        });
  }

  @Override
  public boolean isAllowed(int node, int channel, int home) {
    int index = channel - first[node];
    return (sets[node][home * words[node] + (index >>> 6)] >>> index & 1) != 0;
  }

  private static long[] marked(boolean[] marks, int from, int to) {
    long[] set = new long[Candidates.words(to - from)];
    for (int channel = from; channel < to; channel++) {
      if (marks[channel]) {
        set[(channel - from) >>> 6] |= 1L << (channel - from);
      }
    }
    return set;
  }

  /** Takes ports out of a switch's sets, but for those of which they are all there is. */
  private void avoid(int node, long[] marked) {
    long[] own = sets[node];
    for (int first = 0; first < own.length; first += marked.length) {
      long others = 0;
      for (int word = 0; word < marked.length; word++) {
        others |= own[first + word] & ~marked[word];
      }
      for (int word = 0; others != 0 && word < marked.length; word++) {
        own[first + word] &= ~marked[word];
      }
    }
  }
}
