package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/**
 * What a step of a tree routing may be, said as plainly as possible: down to a switch that is above
 * the destination, else up by a shortest way to one that is.
 */
final class NaiveTree {
  private static final int FAR = 1000;

  private final Fabric fabric;
  private final int[] ranks; // by switch, -1 for none

  NaiveTree(Fabric fabric, List<Long> roots) {
    this.fabric = fabric;
    ranks = new int[fabric.switchCount()];
    Arrays.fill(ranks, -1);
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    for (long guid : roots) {
      int root = fabric.nodeByGuid(guid);
      if (root != Fabric.NONE) {
        ranks[root] = 0;
        queue.add(root);
      }
    }
    while (!queue.isEmpty()) {
      int node = queue.remove();
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int other = neighbour(node, number);
        if (other != Fabric.NONE && ranks[other] < 0) {
          ranks[other] = ranks[node] + 1;
          queue.add(other);
        }
      }
    }
  }

  /** The switch behind a port, or {@link Fabric#NONE}. */
  int neighbour(int node, int number) {
    int peer =
        number < 1 || number > fabric.externalPortCount(node)
            ? Fabric.NONE
            : fabric.peer(fabric.port(node, number));
    int other = peer == Fabric.NONE ? Fabric.NONE : fabric.nodeOf(peer);
    return other != Fabric.NONE && fabric.isSwitch(other) ? other : Fabric.NONE;
  }

  private boolean isAbove(int node, int to) {
    if (node == to) {
      return true;
    }
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int child = neighbour(node, number);
      if (child != Fabric.NONE && ranks[child] == ranks[node] + 1 && isAbove(child, to)) {
        return true;
      }
    }
    return false;
  }

  /** Links up before the path turns down; {@code FAR} and more where none leads there. */
  private int ups(int node, int to) {
    if (isAbove(node, to)) {
      return 0;
    }
    int fewest = FAR;
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int parent = neighbour(node, number);
      if (parent != Fabric.NONE && ranks[parent] == ranks[node] - 1) {
        fewest = Math.min(fewest, ups(parent, to) + 1);
      }
    }
    return fewest;
  }

  /** Whether a tree routing may send from a switch by a port to another switch. */
  boolean allows(int node, int number, int to) {
    int next = neighbour(node, number);
    if (next == Fabric.NONE || ranks[node] < 0) {
      return false;
    }
    if (isAbove(node, to)) {
      return ranks[next] == ranks[node] + 1 && isAbove(next, to);
    }
    int ups = ups(node, to);
    return ups < FAR && ranks[next] == ranks[node] - 1 && ups(next, to) == ups - 1;
  }

  /** Whether a tree routing can send from a switch to another one at all. */
  boolean joins(int node, int to) {
    return ranks[node] >= 0 && ups(node, to) < FAR;
  }
}
