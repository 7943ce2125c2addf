package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import io.dateline.routing.hops.HopMatrix;
import java.util.stream.IntStream;

/** How far the adapters and routers are from each switch, over the fewest cables. */
final class AdapterDistances {
  private final HopMatrix hops;
  private final int[] adapters; // by switch: adapter and router ports cabled to it
  private final int total;
  private final int[] leaves;

  AdapterDistances(Fabric fabric, HopMatrix hops) {
    this.hops = hops;
    adapters = new int[fabric.switchCount()];
    int sum = 0;
    for (int node = 0; node < adapters.length; node++) {
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer != Fabric.NONE && !fabric.isSwitch(fabric.nodeOf(peer))) {
          adapters[node]++;
          sum++;
        }
      }
    }
    total = sum;
    leaves = IntStream.range(0, adapters.length).filter(node -> adapters[node] > 0).toArray();
  }

  /** Adapter and router ports at all switches. */
  int total() {
    return total;
  }

  /** Adapter and router ports cabled to a switch. */
  int at(int node) {
    return adapters[node];
  }

  /** Adapter and router ports by the switch they are cabled to. Not a copy. */
  int[] counts() {
    return adapters;
  }

  /** The switches with an adapter or router, ascending. Not a copy. */
  int[] leaves() {
    return leaves;
  }

  /**
   * Adapters by the cables between their switch and this one.
   *
   * @param bars how many distances there are; farther adapters do not count
   */
  int[] histogram(int node, int bars) {
    int[] histogram = new int[bars];
    byte[] row = hops.row(node);
    for (int leaf : leaves) {
      int distance = row[leaf] & 0xFF;
      if (distance < bars) {
        histogram[distance] += adapters[leaf];
      }
    }
    return histogram;
  }

  /** The sum of the distances to all adapters that cables lead to. */
  long sum(int node) {
    long sum = 0;
    byte[] row = hops.row(node);
    for (int leaf : leaves) {
      int distance = row[leaf] & 0xFF;
      if (distance != HopMatrix.UNREACHABLE) {
        sum += (long) distance * adapters[leaf];
      }
    }
    return sum;
  }
}
