package io.dateline.routing.hops;

import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Fewest links between any two switches, one byte a pair: the distance modulo 255, or {@link
 * #UNREACHABLE}. Next to each other distances differ by one at most, so the remainder tells which
 * neighbour is nearer however long the paths are.
 *
 * <p>Found by breadth-first search from 64 destinations at a time, one bit of a {@code long} each
 * (M. Then et al., "The More the Merrier: Efficient Multi-Source Graph Traversal", PVLDB 8(4),
 * 2014, section 3): an edge is looked at once a level for all 64.
 */
public final class HopMatrix {
  /** No cables lead there. */
  public static final int UNREACHABLE = 0xFF;

  private static final int MODULUS = 0xFF;

  private final byte[][] rows; // [from][to]
  private final int farthest;

  private HopMatrix(byte[][] rows, int farthest) {
    this.rows = rows;
    this.farthest = farthest;
  }

  /** Searches with a number of threads, which makes no difference to the result. */
  public static HopMatrix of(SwitchGraph graph, int threads) {
    int count = graph.switchCount;
    byte[][] rows = new byte[count][count];
    int batches = (count + Long.SIZE - 1) / Long.SIZE;
    List<Integer> farthest =
        Slices.map(
            batches,
            threads,
            (from, to) -> {
              Search search = new Search(graph, rows);
              int most = 0;
              for (int batch = from; batch < to; batch++) {
                int end = Math.min(count, (batch + 1) * Long.SIZE);
                most = Math.max(most, search.run(batch * Long.SIZE, end));
              }
              return most;
            });
    return new HopMatrix(rows, Collections.max(farthest));
  }

  /** Distances from a switch modulo 255 or {@link #UNREACHABLE}, as unsigned bytes. Not a copy. */
  public byte[] row(int from) {
    return rows[from];
  }

  /** Whether every distance is less than what its remainder is taken by, so that it is the same. */
  public boolean isPlain() {
    return farthest < MODULUS;
  }

  /** Whether cables join two switches. */
  public boolean reaches(int from, int to) {
    return (rows[from][to] & 0xFF) != UNREACHABLE;
  }

  /**
   * The remainder that a neighbour's distance has when it is one less than this one's.
   *
   * @param remainder an element of a {@link #row} other than {@link #UNREACHABLE}
   */
  public static int nearer(int remainder) {
    return remainder == 0 ? MODULUS - 1 : remainder - 1;
  }

  /** One worker's scratch; arrays are by switch, bits by destination of the batch. */
  private static final class Search {
    private final SwitchGraph graph;
    private final byte[][] rows;
    private final long[] seen;
    private final long[] coming;
    private final long[] frontier;

    Search(SwitchGraph graph, byte[][] rows) {
      this.graph = graph;
      this.rows = rows;
      seen = new long[rows.length];
      coming = new long[rows.length];
      frontier = new long[rows.length];
    }

    /** Returns the greatest distance. */
    int run(int firstDestination, int endDestination) {
      Arrays.fill(seen, 0);
      Arrays.fill(frontier, 0);
      for (byte[] row : rows) {
        Arrays.fill(row, firstDestination, endDestination, (byte) UNREACHABLE);
      }
      for (int destination = firstDestination; destination < endDestination; destination++) {
        seen[destination] = 1L << (destination - firstDestination);
        frontier[destination] = seen[destination];
        rows[destination][destination] = 0;
      }
      int distance = 0;
      do {
        distance++;
        step();
      } while (settle(firstDestination, (byte) (distance % MODULUS)));
      return distance - 1;
    }

    private void step() {
      int[] first = graph.firstNeighbour;
      int[] neighbours = graph.neighbours;
      Arrays.fill(coming, 0);
      for (int node = 0; node < rows.length; node++) {
        long bits = frontier[node];
        if (bits != 0) {
          int end = first[node + 1];
          for (int i = first[node]; i < end; i++) {
            coming[neighbours[i]] |= bits;
          }
        }
      }
    }

    private boolean settle(int firstDestination, byte distance) {
      boolean any = false;
      for (int node = 0; node < rows.length; node++) {
        long fresh = coming[node] & ~seen[node];
        frontier[node] = fresh;
        seen[node] |= fresh;
        byte[] row = rows[node];
        for (long rest = fresh; rest != 0; rest &= rest - 1) {
          any = true;
          row[firstDestination + Long.numberOfTrailingZeros(rest)] = distance;
        }
      }
      return any;
    }
  }
}
