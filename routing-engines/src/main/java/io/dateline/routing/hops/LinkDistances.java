package io.dateline.routing.hops;

import io.dateline.fabric.Fabric;
import java.util.Arrays;

/** How many links switches are away from the nearest of some others. */
public final class LinkDistances {
  private LinkDistances() {}

  /** By switch, {@link Fabric#NONE} where no links lead. */
  public static int[] from(SwitchLinks links, int... starts) {
    int[] distances = new int[links.switchCount()];
    Arrays.fill(distances, Fabric.NONE);
    spread(links, starts, distances);
    return distances;
  }

  /** Sets the distances of starts, and of the switches around them that had none. */
  public static void spread(SwitchLinks links, int[] starts, int[] distances) {
    int[] queue = new int[distances.length];
    int count = 0;
    for (int start : starts) {
      distances[start] = 0;
      queue[count++] = start;
    }
    for (int at = 0; at < count; at++) {
      int node = queue[at];
      for (int other : links.distinctNeighbours(node)) {
        if (distances[other] == Fabric.NONE) {
          distances[other] = distances[node] + 1;
          queue[count++] = other;
        }
      }
    }
  }
}
