package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import java.util.Arrays;

/**
 * The switches of a multicast tree, in an order to walk them in, and how many end ports hang where.
 */
final class TreeOrder {
  final int[] parent; // by switch; NONE at the root, and where there are no uplinks
  final int[] order; // the switches that hang on the root, each after its parent
  private final int[] below; // by switch of the tree: senders at it and at those that hang on it

  /**
   * Reads a tree.
   *
   * @throws IllegalArgumentException if uplinks of a switch do not lead to one other switch
   */
  TreeOrder(Fabric fabric, SwitchPorts graph, Senders senders, MulticastTree tree) {
    int count = graph.switchCount;
    parent = new int[count];
    Arrays.fill(parent, Fabric.NONE);
    for (int node = 0; node < count; node++) {
      if (node != tree.root() && tree.uplinks()[node].length > 0) {
        parent[node] = parentOf(fabric, graph, tree, node);
      }
    }
    order = order(tree.root());
    below = new int[count];
    for (int i = order.length - 1; i >= 0; i--) {
      int node = order[i];
      below[node] += senders.allAtSwitch[node];
      if (i > 0) {
        below[parent[node]] += below[node];
      }
    }
  }

  private static int parentOf(Fabric fabric, SwitchPorts graph, MulticastTree tree, int node) {
    int found = Fabric.NONE;
    for (int port : tree.uplinks()[node]) {
      boolean own = port > graph.firstPort[node] && port < graph.firstPort[node + 1];
      int to = own ? graph.leadsTo[port] : SwitchPorts.DOWN;
      if (to < 0 || to == node || (found != Fabric.NONE && found != to)) {
        throw new IllegalArgumentException(
            "the multicast tree does not join %s to one other switch"
                .formatted(Labels.node(fabric, node)));
      }
      found = to;
    }
    return found;
  }

  /** What hangs on itself, in a circle, is not on the tree. */
  private int[] order(int root) {
    int count = parent.length;
    int[] firstChild = new int[count]; // lists of those that have the same parent
    int[] nextChild = new int[count];
    Arrays.fill(firstChild, Fabric.NONE);
    for (int node = count - 1; node >= 0; node--) {
      if (parent[node] != Fabric.NONE) {
        nextChild[node] = firstChild[parent[node]];
        firstChild[parent[node]] = node;
      }
    }
    int[] found = new int[count];
    found[0] = root;
    int tail = 1;
    for (int head = 0; head < tail; head++) {
      for (int node = firstChild[found[head]]; node != Fabric.NONE; node = nextChild[node]) {
        found[tail++] = node;
      }
    }
    return Arrays.copyOf(found, tail);
  }

  /** Senders of the tree at the far end of a channel from a switch to its neighbour on the tree. */
  int sendersBeyond(int from, int to) {
    return parent[from] == to ? below[order[0]] - below[from] : below[to];
  }
}
