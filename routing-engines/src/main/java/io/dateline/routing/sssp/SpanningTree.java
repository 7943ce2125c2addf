package io.dateline.routing.sssp;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;

/**
 * One tree over all switches that cables join, for packets to switches without adapters: a packet
 * goes up to the first switch that has the destination below it, and down. In the order of up
 * before down all these paths ascend, so one layer is enough for them, where shortest paths between
 * spines and other inner switches may need more layers than there are. What goes there is
 * management, for which a few more hops do no harm.
 */
final class SpanningTree {
  private final SwitchGraph channels;
  private final int[] up; // by switch: the channel to the one above, Fabric.NONE at a root
  private final int[] down; // by switch: the channel to it from the one above
  private final int[] roots; // by switch: the root of its tree

  /** Roots are the switches with the most cables to switches, the first of equals. */
  SpanningTree(SwitchGraph channels) {
    this.channels = channels;
    up = new int[channels.switchCount];
    down = new int[channels.switchCount];
    roots = new int[channels.switchCount];
    Arrays.fill(up, Fabric.NONE);
    Arrays.fill(down, Fabric.NONE);
    BreadthFirst search = new BreadthFirst(channels);
    while (search.reached() < roots.length) {
      int before = search.reached();
      int root = next(search);
      search.spread(root);
      for (int place = before; place < search.reached(); place++) {
        hang(search.at(place), search.parent(search.at(place)), root);
      }
    }
  }

  private int next(BreadthFirst search) {
    int best = Fabric.NONE;
    for (int node = 0; node < roots.length; node++) {
      if (!search.isReached(node)
          && (best == Fabric.NONE || channels.degree(node) > channels.degree(best))) {
        best = node;
      }
    }
    return best;
  }

  private void hang(int node, int parent, int root) {
    roots[node] = root;
    if (parent != BreadthFirst.NONE) {
      up[node] = channels.channelTo(node, parent);
      down[node] = channels.channelTo(parent, node);
    }
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
