package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import io.dateline.routing.hops.SwitchLinks;
import java.util.Arrays;

/** How many cables switches are away from the nearest of some others. */
final class Ranks {
  private Ranks() {}

  /** By switch, {@link Fabric#NONE} where no cables lead. */
  static int[] from(SwitchLinks links, int[] starts) {
    int[] ranks = new int[links.switchCount()];
    Arrays.fill(ranks, Fabric.NONE);
    spread(links, starts, ranks);
    return ranks;
  }

  /**
   * As {@link #from}, but where no start leads, the switch in the middle is one: of those that
   * cables join the one that is nearest to all adapters, the first of several.
   */
  static int[] fromOrMiddle(SwitchLinks links, int[] starts, AdapterDistances distances) {
    int[] ranks = from(links, starts);
    for (int node = 0; node < ranks.length; node++) {
      if (ranks[node] == Fabric.NONE) {
        spread(links, new int[] {middle(links, node, distances)}, ranks);
      }
    }
    return ranks;
  }

  private static int middle(SwitchLinks links, int node, AdapterDistances distances) {
    int[] part = from(links, new int[] {node});
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

  private static void spread(SwitchLinks links, int[] starts, int[] ranks) {
    int[] queue = new int[ranks.length];
    int count = 0;
    for (int start : starts) {
      ranks[start] = 0;
      queue[count++] = start;
    }
    for (int at = 0; at < count; at++) {
      int node = queue[at];
      for (int other : links.distinctNeighbours(node)) {
        if (ranks[other] == Fabric.NONE) {
          ranks[other] = ranks[node] + 1;
          queue[count++] = other;
        }
      }
    }
  }
}
