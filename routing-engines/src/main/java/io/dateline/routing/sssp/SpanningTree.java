package io.dateline.routing.sssp;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.balance.Channels;
import java.util.Arrays;

/**
 * One tree over all switches that cables join, for packets to switches without adapters: whoever
 * sends goes up to the first switch that has the destination below it, and down. In the order of up
 * before down all these paths ascend, so one layer is enough for them, where shortest paths between
 * spines and other inner switches may need more layers than there are. What goes there is
 * management, for which a few more hops do no harm.
 */
final class SpanningTree {
  private final Channels channels;
  private final int[] up; // by switch: the channel to the one above, Fabric.NONE at a root
  private final int[] down; // by switch: the channel to it from the one above
  private final int[] roots; // by switch: the root of its tree

  /** Roots are the switches with the most cables to switches, the first of equals. */
  SpanningTree(Channels channels) {
    this.channels = channels;
    int switches = channels.first.length - 1;
    up = new int[switches];
    down = new int[switches];
    roots = new int[switches];
    Arrays.fill(up, Fabric.NONE);
    Arrays.fill(down, Fabric.NONE);
    Arrays.fill(roots, Fabric.NONE);
    int root = next();
    while (root != Fabric.NONE) {
      grow(root);
      root = next();
    }
  }

  private int next() {
    int best = Fabric.NONE;
    for (int node = 0; node < roots.length; node++) {
      if (roots[node] == Fabric.NONE && (best == Fabric.NONE || degree(node) > degree(best))) {
        best = node;
      }
    }
    return best;
  }

  private int degree(int node) {
    return channels.first[node + 1] - channels.first[node];
  }

  private void grow(int root) {
    int[] queue = new int[roots.length];
    int tail = 0;
    roots[root] = root;
    queue[tail++] = root;
    for (int at = 0; at < tail; at++) {
      int node = queue[at];
      for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
        int below = channels.to[channel];
        if (roots[below] == Fabric.NONE) {
          roots[below] = root;
          down[below] = channel;
          up[below] = channelTo(below, node);
          queue[tail++] = below;
        }
      }
    }
  }

  private int channelTo(int from, int to) {
    int channel = channels.first[from];
    while (channels.to[channel] != to) {
      channel++;
    }
    return channel;
  }

  /** Fills the entries of a switch's LID. */
  void route(ForwardingTables tables, int lid, int home) {
    for (int node = 0; node < roots.length; node++) {
      if (roots[node] == roots[home] && up[node] != Fabric.NONE) {
        tables.set(node, lid, channels.numbers[up[node]] & 0xFF);
      }
    }
    tables.set(home, lid, 0);
    for (int node = home; up[node] != Fabric.NONE; node = channels.to[up[node]]) {
      tables.set(channels.to[up[node]], lid, channels.numbers[down[node]] & 0xFF);
    }
  }
}
