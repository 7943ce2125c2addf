package io.dateline.routing.hops;

import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;

/**
 * The least sum of weights from any switch to any other, four bytes a pair. Weights are at least 1,
 * so a path along which the sum falls has no circle.
 *
 * <p>Found by a search from every destination against the direction of the links (E. W. Dijkstra,
 * "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1, 1959).
 */
final class WeightedHops {
  /** No cables lead there. Greater than any sum. */
  static final int UNREACHABLE = Integer.MAX_VALUE;

  private final int[][] rows; // [from][to]

  private WeightedHops(int[][] rows) {
    this.rows = rows;
  }

  /**
   * Searches with a number of threads, which makes no difference to the result.
   *
   * @param weights by channel, at least 1
   */
  static WeightedHops of(SwitchGraph graph, int[] weights, int threads) {
    int count = graph.switchCount;
    int[][] rows = new int[count][count];
    int[] incoming = new int[graph.channelCount]; // by channel: the weight of the way back
    Arrays.setAll(incoming, channel -> weights[graph.reverse[channel]]);
    Slices.map(
        count,
        threads,
        (from, to) -> {
          Search search = new Search(graph, incoming);
          for (int destination = from; destination < to; destination++) {
            int[] sums = search.to(destination);
            for (int node = 0; node < count; node++) {
              rows[node][destination] = sums[node];
            }
          }
          return to - from;
        });
    return new WeightedHops(rows);
  }

  /** Sums from a switch to every other, or {@link #UNREACHABLE}. Not a copy. */
  int[] row(int from) {
    return rows[from];
  }

  /** One worker's scratch. */
  private static final class Search {
    private final SwitchGraph graph;
    private final int[] incoming; // by channel
    private final int[] sums; // by switch
    private final LongHeapPriorityQueue queue = new LongHeapPriorityQueue(); // sum, switch

    Search(SwitchGraph graph, int[] incoming) {
      this.graph = graph;
      this.incoming = incoming;
      sums = new int[graph.switchCount];
    }

    int[] to(int destination) {
      Arrays.fill(sums, UNREACHABLE);
      sums[destination] = 0;
      queue.enqueue(destination);
      while (!queue.isEmpty()) {
        long head = queue.dequeueLong();
        int node = (int) head;
        int sum = (int) (head >>> Integer.SIZE);
        if (sum == sums[node]) {
          settle(node, sum);
        }
      }
      return sums;
    }

    private void settle(int node, int sum) {
      for (int channel = graph.first[node]; channel < graph.first[node + 1]; channel++) {
        int other = graph.to[channel];
        int longer = sum + incoming[channel];
        if (longer < sums[other]) {
          sums[other] = longer;
          queue.enqueue((long) longer << Integer.SIZE | other);
        }
      }
    }
  }
}
