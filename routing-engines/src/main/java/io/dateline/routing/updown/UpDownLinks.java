package io.dateline.routing.updown;

import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The switches next to each switch, parted into those above and those below it: rows of their own,
 * for {@link LegalPaths} goes along them at every distance.
 *
 * <p>Immutable. Arrays it returns are its own: do not write to them.
 */
final class UpDownLinks {
  private final SwitchOrder order;
  private final int[][] uppers; // by switch, each neighbour once
  private final int[][] lowers; // by switch, each neighbour once

  UpDownLinks(SwitchGraph graph, SwitchOrder order) {
    this.order = order;
    int count = graph.switchCount;
    uppers = new int[count][];
    lowers = new int[count][];
    for (int node = 0; node < count; node++) {
      int self = node;
      int[] neighbours = graph.neighboursOf(node);
      uppers[node] = Arrays.stream(neighbours).filter(n -> order.isAbove(n, self)).toArray();
      lowers[node] = Arrays.stream(neighbours).filter(n -> order.isAbove(self, n)).toArray();
    }
  }

  int switchCount() {
    return uppers.length;
  }

  SwitchOrder order() {
    return order;
  }

  int[] uppers(int node) {
    return uppers[node];
  }

  int[] lowers(int node) {
    return lowers[node];
  }

  /** A switch and all that are above it. */
  BitSet upwards(int node) {
    BitSet found = new BitSet();
    int[] topDown = order.topDown();
    found.set(node);
    for (int place = topDown.length - 1; place >= 0; place--) { // each after all below it
      if (found.get(topDown[place])) {
        for (int upper : uppers[topDown[place]]) {
          found.set(upper);
        }
      }
    }
    return found;
  }

  /** Whether nothing is above a switch but what cables do not lead to. */
  boolean isTop(int node) {
    return uppers[node].length == 0;
  }
}
