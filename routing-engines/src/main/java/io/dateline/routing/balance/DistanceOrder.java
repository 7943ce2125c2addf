package io.dateline.routing.balance;

import io.dateline.routing.hops.Nearing;
import java.util.Arrays;

/** Switches by their distance from the destination; of those as far by index. */
final class DistanceOrder implements Approach {
  private final Nearing ports;
  private final int[] distances; // by switch
  private final int[] order;
  private int[] ends = new int[16]; // by distance: where in the order its switches end
  private int count;

  DistanceOrder(Nearing ports, int switchCount) {
    this.ports = ports;
    distances = new int[switchCount];
    order = new int[switchCount];
  }

  @Override
  public void to(int destination) {
    ports.distances(destination, distances);
    int farthest = 0;
    for (int distance : distances) {
      farthest = Math.max(farthest, distance);
    }
    if (farthest > distances.length) {
      sort();
      return;
    }
    if (ends.length <= farthest) {
      ends = new int[farthest + 1];
    }
    Arrays.fill(ends, 0);
    count = 0;
    for (int distance : distances) {
      if (distance > 0) {
        ends[distance]++;
        count++;
      }
    }
    int end = count;
    for (int distance = 1; distance <= farthest; distance++) {
      int switches = ends[distance];
      ends[distance] = end;
      end -= switches;
    }
    for (int node = distances.length - 1; node >= 0; node--) {
      if (distances[node] > 0) {
        order[--ends[distances[node]]] = node;
      }
    }
  }

  /** For sums of weights, which may be far greater than there are switches. */
  private void sort() {
    long[] keys = new long[distances.length];
    count = 0;
    for (int node = 0; node < distances.length; node++) {
      if (distances[node] > 0) {
        keys[count++] = (long) -distances[node] << Integer.SIZE | node;
      }
    }
    Arrays.sort(keys, 0, count);
    for (int place = 0; place < count; place++) {
      order[place] = (int) keys[place];
    }
  }

  @Override
  public int[] order() {
    return order;
  }

  @Override
  public int count() {
    return count;
  }
}
