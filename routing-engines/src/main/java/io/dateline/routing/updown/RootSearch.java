package io.dateline.routing.updown;

import java.util.stream.IntStream;

/**
 * OpenSM's way to find the roots of a tree. A switch is one when it is as far from nearly all
 * adapters: one distance, and no other, that more than 90 % of them have, and no other that more
 * than 5 % have. In trees whose leaves are uneven it may find none.
 */
final class RootSearch {
  private static final double MANY = 0.9;
  private static final double SOME = 0.05;
  private static final int HOPS_MAX = 64; // IBA Vol 1, 14.2.2: directed routes are no longer

  private RootSearch() {}

  /** The roots, ascending; none where nothing tells a switch from others. */
  static int[] find(AdapterDistances distances, int switchCount) {
    return IntStream.range(0, switchCount).filter(node -> isRoot(distances, node)).toArray();
  }

  private static boolean isRoot(AdapterDistances distances, int node) {
    int many = 0;
    int some = 0;
    for (int count : distances.histogram(node, HOPS_MAX)) {
      if (count > distances.total() * MANY) {
        many++;
      }
      if (count > distances.total() * SOME) {
        some++;
      }
    }
    return many == 1 && some == 1;
  }
}
