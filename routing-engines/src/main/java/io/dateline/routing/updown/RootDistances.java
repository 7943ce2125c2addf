package io.dateline.routing.updown;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.SwitchGraph;

/** How many cables switches are away from the nearest of some others. */
final class RootDistances {
  private RootDistances() {}

  /**
   * Distances by switch. Where no start leads, the switch in the middle is one: of those that
   * cables join the one that is nearest to all adapters, the first of several.
   */
  static int[] fromOrMiddle(SwitchGraph graph, int[] starts, AdapterDistances distances) {
    BreadthFirst search = new BreadthFirst(graph).from(starts);
    for (int node = 0; node < graph.switchCount; node++) {
      if (!search.isReached(node)) {
        search.spread(middle(graph, node, distances));
      }
    }
    return search.distances();
  }

  private static int middle(SwitchGraph graph, int node, AdapterDistances distances) {
    BreadthFirst part = new BreadthFirst(graph).from(node);
    int best = node;
    long least = distances.sum(node);
    for (int other = 0; other < graph.switchCount; other++) {
      long sum = part.isReached(other) ? distances.sum(other) : Long.MAX_VALUE;
      if (sum < least) {
        least = sum;
        best = other;
      }
    }
    return best;
  }
}
