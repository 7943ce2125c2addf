package io.dateline.routing.ftree;

import io.dateline.fabric.parallel.Slices;
import java.util.Arrays;

/**
 * How every switch gets to every other one without going up again once it went down. Allowed is: up
 * any number of links, then at most one link to a sibling, then down any number. No credit loop can
 * form of that: a cable up waits for cables up, to siblings and down only, one to a sibling for
 * cables down only, and one down for those farther down.
 *
 * <p>A link to a sibling is for switches that have no common switch above, not a short cut: it
 * would draw the paths of whole subtrees to one cable.
 *
 * <p>Found for 64 destinations at a time, one bit of a {@code long} each, in one pass up the ranks
 * and one down (as in {@link io.dateline.routing.hops.HopMatrix}). One byte a pair of switches.
 */
final class Reach {
  /** There is no way. */
  static final byte NONE = Byte.MAX_VALUE;

  /** The next link leads to a sibling above the destination; one more for every link up before. */
  static final byte ASIDE = 64;

  private final byte[][] turns; // [from][to]

  private Reach(byte[][] turns) {
    this.turns = turns;
  }

  /**
   * From a switch, by destination switch: up to {@code ASIDE - 1} the rank of the common switch
   * where the shortest path turns down, which is the switch's own rank if it is above the
   * destination; else {@link #ASIDE} and more, or {@link #NONE}. Not a copy.
   */
  byte[] row(int from) {
    return turns[from];
  }

  /** Whether a switch is above another one or the same. */
  static boolean isAbove(Tree tree, byte[] row, int node, int to) {
    return row[to] == tree.rank(node);
  }

  /** Searches with a number of threads, which makes no difference to the result. */
  static Reach of(Tree tree, int threads) {
    int count = tree.switchCount();
    byte[][] turns = new byte[count][count];
    int[] order = byRank(tree);
    int batches = (count + Long.SIZE - 1) / Long.SIZE;
    Slices.map(
        batches,
        threads,
        (from, to) -> {
          Search search = new Search(tree, order, turns);
          for (int batch = from; batch < to; batch++) {
            search.run(batch * Long.SIZE, Math.min(count, (batch + 1) * Long.SIZE));
          }
          return to - from;
        });
    return new Reach(turns);
  }

  /** Ranked switches, roots first. */
  private static int[] byRank(Tree tree) {
    int[] ends = new int[tree.ranks().max + 2];
    for (int rank : tree.ranks().of) {
      if (rank != Ranks.UNRANKED) {
        ends[rank + 1]++;
      }
    }
    for (int rank = 0; rank <= tree.ranks().max; rank++) {
      ends[rank + 1] += ends[rank];
    }
    int[] order = new int[ends[tree.ranks().max + 1]];
    for (int node = 0; node < tree.switchCount(); node++) {
      if (tree.ranks().isRanked(node)) {
        order[ends[tree.rank(node)]++] = node;
      }
    }
    return order;
  }

  /** One worker's scratch; bits by destination of the batch. */
  private static final class Search {
    private final Tree tree;
    private final PortGroups groups;
    private final int[] order;
    private final byte[][] turns;
    private final boolean hasSiblings;
    private final int levels;
    private final long[] above; // by switch: destinations below it, itself among them
    private final long[] turning; // by switch, `levels` each: those with a turn at rank or below
    private final long[] aside; // by switch, `levels` each: those by a sibling after so many links

    Search(Tree tree, int[] order, byte[][] turns) {
      this.tree = tree;
      this.order = order;
      this.turns = turns;
      groups = tree.groups();
      levels = tree.ranks().max + 1;
      above = new long[turns.length];
      turning = new long[turns.length * levels];
      boolean any = false;
      for (int node = 0; node < turns.length; node++) {
        any |= groups.firstSibling[node] < groups.firstChild[node];
      }
      hasSiblings = any;
      aside = new long[hasSiblings ? turning.length : 0];
    }

    void run(int from, int to) {
      Arrays.fill(above, 0);
      for (int node = from; node < to; node++) {
        above[node] = 1L << (node - from);
      }
      for (int i = order.length - 1; i >= 0; i--) {
        int node = order[i];
        for (int group = groups.firstChild[node]; group < groups.first[node + 1]; group++) {
          above[node] |= above[groups.remotes[group]];
        }
      }
      for (int node : order) {
        turn(node);
        if (hasSiblings) {
          turnAside(node);
        }
      }
      for (byte[] row : turns) {
        Arrays.fill(row, from, to, NONE);
      }
      for (int node : order) {
        write(node, from, to);
      }
    }

    private void turn(int node) {
      int rank = tree.rank(node);
      for (int turn = 0; turn < rank; turn++) {
        long bits = above[node];
        for (int group = groups.first[node]; group < groups.firstSibling[node]; group++) {
          bits |= turning[groups.remotes[group] * levels + turn];
        }
        turning[node * levels + turn] = bits;
      }
      turning[node * levels + rank] = above[node];
    }

    private void turnAside(int node) {
      long left = ~turning[node * levels];
      long bits = 0;
      for (int group = groups.firstSibling[node]; group < groups.firstChild[node]; group++) {
        bits |= above[groups.remotes[group]];
      }
      aside[node * levels] = bits & left;
      left &= ~bits;
      for (int ups = 1; ups <= tree.rank(node); ups++) {
        bits = 0;
        for (int group = groups.first[node]; group < groups.firstSibling[node]; group++) {
          bits |= aside[groups.remotes[group] * levels + ups - 1];
        }
        aside[node * levels + ups] = bits & left;
        left &= ~bits;
      }
    }

    private void write(int node, int from, int to) {
      byte[] row = turns[node];
      long all = to - from == Long.SIZE ? -1L : (1L << (to - from)) - 1;
      for (int turn = 0; turn <= tree.rank(node); turn++) {
        long bits = turning[node * levels + turn];
        if (bits == all) {
          Arrays.fill(row, from, to, (byte) turn);
        } else {
          write(row, from, bits, (byte) turn);
        }
        if (hasSiblings) {
          write(row, from, aside[node * levels + turn], (byte) (ASIDE + turn));
        }
      }
    }

    private static void write(byte[] row, int from, long bits, byte value) {
      for (long rest = bits; rest != 0; rest &= rest - 1) {
        row[from + Long.numberOfTrailingZeros(rest)] = value;
      }
    }
  }
}
