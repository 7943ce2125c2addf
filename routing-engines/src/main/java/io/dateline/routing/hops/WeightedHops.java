package io.dateline.routing.hops;

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

  /** Searches with a number of threads, which makes no difference to the result. */
  static WeightedHops of(SwitchLinks links, HopWeights weights, int threads) {
    int count = links.switchCount();
    int[][] rows = new int[count][count];
    Incoming incoming = new Incoming(links, weights);
    Slices.map(
        count,
        threads,
        (from, to) -> {
          Search search = new Search(incoming, count);
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

  /** The links by the switch they lead to. */
  private static final class Incoming {
    final int[] first; // by switch, where its links begin; length switches + 1
    final int[] from; // by link
    final int[] weight; // by link

    Incoming(SwitchLinks links, HopWeights weights) {
      int count = links.switchCount();
      first = new int[count + 1];
      for (int node = 0; node < count; node++) {
        for (int neighbour : links.neighbours(node)) {
          first[neighbour + 1]++;
        }
      }
      Arrays.parallelPrefix(first, Integer::sum);
      from = new int[first[count]];
      weight = new int[first[count]];
      int[] next = first.clone();
      for (int node = 0; node < count; node++) {
        int[] neighbours = links.neighbours(node);
        for (int index = 0; index < neighbours.length; index++) {
          int link = next[neighbours[index]]++;
          from[link] = node;
          weight[link] = weights.of(node, index);
        }
      }
    }
  }

  /** One worker's scratch. */
  private static final class Search {
    private final Incoming incoming;
    private final int[] sums; // by switch
    private final LongHeapPriorityQueue queue = new LongHeapPriorityQueue(); // sum, switch

    Search(Incoming incoming, int count) {
      this.incoming = incoming;
      sums = new int[count];
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
      for (int link = incoming.first[node]; link < incoming.first[node + 1]; link++) {
        int other = incoming.from[link];
        int longer = sum + incoming.weight[link];
        if (longer < sums[other]) {
          sums[other] = longer;
          queue.enqueue((long) longer << Integer.SIZE | other);
        }
      }
    }
  }
}
