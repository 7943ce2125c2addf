package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import io.dateline.routing.hops.LinkDistances;
import io.dateline.routing.hops.SwitchLinks;

/** How many cables switches are away from the nearest of some others. */
final class Ranks {
  private Ranks() {}

  /**
   * As {@link LinkDistances#from}, but where no start leads, the switch in the middle is one: of
   * those that cables join the one that is nearest to all adapters, the first of several.
   */
  static int[] fromOrMiddle(SwitchLinks links, int[] starts, AdapterDistances distances) {
    int[] ranks = LinkDistances.from(links, starts);
    for (int node = 0; node < ranks.length; node++) {
      if (ranks[node] == Fabric.NONE) {
        LinkDistances.spread(links, new int[] {middle(links, node, distances)}, ranks);
      }
    }
    return ranks;
  }

  private static int middle(SwitchLinks links, int node, AdapterDistances distances) {
    int[] part = LinkDistances.from(links, node);
    int best = node;
    long least = distances.sum(node);
    for (int other = 0; other < part.length; other++) {
      long sum = part[other] == Fabric.NONE ? Long.MAX_VALUE : distances.sum(other);
      if (sum < least) {
        least = sum;
        best = other;
      }
    }
    return best;
  }
}
