package io.dateline.routing.ftree;

import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.balance.Destinations;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;

/**
 * ({@code max_reverse_hops}) Leads switches from which no path to a node goes up and then down over
 * one that goes down first: a reverse hop is a link up that a packet takes after it went down. Such
 * paths can close credit loops. They lead to I/O nodes, and to compute nodes, too, which OpenSM
 * leaves out, so that an answer finds its way back.
 */
final class ReverseHops {
  private static final int BITS = 21; // of a switch, or of links: there are fewer than LIDs
  private static final long MASK = (1L << BITS) - 1;

  private final Tree tree;
  private final PortGroups groups;
  private final Reach reach;
  private final int hopsMax;
  private final int[] reverseHops; // by switch; hopsMax + 1 where no path is known
  private final int[] ups; // by switch: links up on its path
  private final int[] lengths; // by switch: links on its path
  private final LongHeapPriorityQueue queue = new LongHeapPriorityQueue(); // see enqueue()

  ReverseHops(Tree tree, Reach reach, int hopsMax) {
    this.tree = tree;
    groups = tree.groups();
    this.reach = reach;
    this.hopsMax = hopsMax;
    reverseHops = new int[tree.switchCount()];
    ups = new int[tree.switchCount()];
    lengths = new int[tree.switchCount()];
  }

  /**
   * Fills entries for all I/O and compute nodes where there are none.
   *
   * @return whether any path has a reverse hop now
   */
  boolean fill(ForwardingTables tables) {
    Destinations destinations = tree.destinations();
    boolean any = false;
    if (!Arrays.asList(destinations.kinds).contains(Destinations.Kind.IO)) {
      return false;
    }
    for (int i = 0; i < destinations.count; i++) {
      boolean isServed = destinations.kinds[i] == Destinations.Kind.IO || destinations.isCompute(i);
      if (isServed && tree.ranks().isRanked(destinations.homes[i])) {
        any |= fill(tables, destinations.homes[i], destinations.lids[i]);
      }
    }
    return any;
  }

  private boolean fill(ForwardingTables tables, int home, int lid) {
    start(home);
    boolean any = false;
    while (!queue.isEmpty()) {
      int node = (int) (queue.dequeueLong() & MASK);
      for (int group = groups.first[node]; group < groups.first[node + 1]; group++) {
        int other = groups.remotes[group];
        int step = tree.rank(node) - tree.rank(other); // of the link from the other to this one
        int reverse = step > 0 ? ups[node] : reverseHops[node];
        if (step == 0
            || reach.row(other)[home] != Reach.NONE
            || reverseHops[other] <= hopsMax
            || reverse > hopsMax) {
          continue;
        }
        reverseHops[other] = reverse;
        ups[other] = ups[node] + (step > 0 ? 0 : 1);
        lengths[other] = lengths[node] + 1;
        enqueue(other);
        int back = tree.fabric().peer(groups.cable(group, lid));
        tables.set(other, lid, tree.fabric().portNumber(back));
        any = true;
      }
    }
    return any;
  }

  /** Fewer reverse hops come first, then shorter paths, then by index. */
  private void enqueue(int node) {
    queue.enqueue(((long) reverseHops[node] << BITS | lengths[node]) << BITS | node);
  }

  private void start(int home) {
    Arrays.fill(reverseHops, hopsMax + 1);
    for (int node = 0; node < tree.switchCount(); node++) {
      int turn = reach.row(node)[home];
      if (!tree.ranks().isRanked(node) || turn == Reach.NONE) {
        continue;
      }
      reverseHops[node] = 0;
      ups[node] = turn < Reach.ASIDE ? tree.rank(node) - turn : turn - Reach.ASIDE;
      int turnRank = tree.rank(node) - ups[node];
      lengths[node] = ups[node] + (tree.rank(home) - turnRank) + (turn < Reach.ASIDE ? 0 : 1);
      enqueue(node);
    }
  }
}
