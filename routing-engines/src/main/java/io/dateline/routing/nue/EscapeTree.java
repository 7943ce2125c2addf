package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;

/**
 * A spanning tree whose turns are used before any other, so that there is a path for all in the end
 * (HPDC 2016, section 4.2). Only turns that packets to destinations of the lane make are. A fabric
 * in pieces has a tree in each.
 */
final class EscapeTree {
  private final SwitchGraph channels;
  private final int[] up; // by switch: the channel to its parent, Fabric.NONE at a root
  private final int[] order; // switches, from the roots on
  private final int[] rank; // by switch: its place there
  private final int[] root; // by switch
  private final int[] pieceSize; // by root: switches

  /**
   * A tree in each piece, from its most central switch on, always extended at the most central one,
   * of equals at the one that joined first. So switches that few paths go by are leaves, and the
   * tree has none of the turns that no other path would make: on a fat-tree, down to a leaf switch
   * and up again.
   *
   * @param centrality by switch
   */
  EscapeTree(SwitchGraph channels, int[] centrality) {
    this.channels = channels;
    up = new int[channels.switchCount];
    order = new int[channels.switchCount];
    rank = new int[channels.switchCount];
    root = new int[channels.switchCount];
    Arrays.fill(root, Fabric.NONE);
    pieceSize = new int[channels.switchCount];
    int placed = 0;
    while (placed < channels.switchCount) {
      int start = Fabric.NONE;
      for (int node = 0; node < channels.switchCount; node++) {
        if (root[node] == Fabric.NONE
            && (start == Fabric.NONE || centrality[node] > centrality[start])) {
          start = node;
        }
      }
      int before = placed;
      placed = span(start, placed, centrality);
      pieceSize[start] = placed - before;
    }
  }

  private int span(int start, int from, int[] centrality) {
    // The more central one comes first, of equals the older one.
    LongHeapPriorityQueue tips = new LongHeapPriorityQueue();
    int[] joined = new int[channels.switchCount]; // by age
    int placed = from;
    int age = 0;
    up[start] = Fabric.NONE;
    root[start] = start;
    joined[age] = start;
    tips.enqueue(tip(centrality[start], age++));
    while (!tips.isEmpty()) {
      int node = joined[(int) tips.dequeueLong()];
      rank[node] = placed;
      order[placed++] = node;
      for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
        int other = channels.to[channel];
        if (root[other] == Fabric.NONE) {
          root[other] = start;
          up[other] = channels.reverse[channel];
          joined[age] = other;
          tips.enqueue(tip(centrality[other], age++));
        }
      }
    }
    return placed;
  }

  private static long tip(int centrality, int age) {
    return -(long) centrality << Integer.SIZE | age;
  }

  /** Whether cables lead from one switch to another. */
  boolean connects(int node, int other) {
    return root[node] == root[other];
  }

  /** How many switches cables connect with one, itself among them. */
  int pieceSize(int node) {
    return pieceSize[root[node]];
  }

  /**
   * The root of the piece that weighs the most, the first of equals.
   *
   * @param weights by switch
   */
  int largest(int[] weights) {
    long[] pieces = new long[root.length];
    int largest = root[0];
    for (int node = 0; node < root.length; node++) {
      pieces[root[node]] += weights[node];
    }
    for (int node = 0; node < root.length; node++) {
      if (pieces[root[node]] > pieces[largest]) {
        largest = root[node];
      }
    }
    return largest;
  }

  /**
   * The channels by which packets to a switch leave all others on the tree.
   *
   * @param via by switch, is written; what is not connected gets a channel, too
   */
  void toward(int home, int[] via) {
    System.arraycopy(up, 0, via, 0, up.length);
    int node = home;
    int before = Fabric.NONE;
    while (true) {
      int parent = up[node] == Fabric.NONE ? Fabric.NONE : channels.to[up[node]];
      via[node] = before;
      if (parent == Fabric.NONE) {
        return;
      }
      before = channels.reverse[up[node]];
      node = parent;
    }
  }

  /** The same in an array of its own. */
  int[] toward(int home) {
    int[] via = new int[up.length];
    toward(home, via);
    return via;
  }

  /**
   * The graph with the turns used that packets to some switches make on the tree. At first all
   * channels towards a root come before those away from it, so that none of these turns has to be
   * put in order.
   *
   * @param isHome by switch
   */
  TurnGraph turns(boolean[] isHome) {
    TurnGraph graph = new TurnGraph(channels, upThenDown());
    int[] homes = homesBelow(isHome);
    for (int node = 0; node < channels.switchCount; node++) {
      int all = homes[root[node]];
      for (int next = channels.first[node]; next < channels.first[node + 1]; next++) {
        int other = channels.to[next];
        boolean isWanted = next == up[node] ? all > homes[node] : isDown(next) && homes[other] > 0;
        if (isWanted) {
          useAll(graph, node, next);
        }
      }
    }
    return graph;
  }

  private void useAll(TurnGraph graph, int node, int next) {
    for (int cable = channels.first[node]; cable < channels.first[node + 1]; cable++) {
      if (cable != next && (cable == up[node] || isDown(cable))) {
        if (!graph.use(channels.reverse[cable], next)) {
          throw new IllegalStateException("the turns of a tree have closed a cycle");
        }
      }
    }
  }

  private boolean isDown(int channel) {
    return up[channels.to[channel]] == channels.reverse[channel];
  }

  private int[] homesBelow(boolean[] isHome) {
    int[] homes = new int[channels.switchCount];
    for (int place = order.length - 1; place >= 0; place--) {
      int node = order[place];
      homes[node] += isHome[node] ? 1 : 0;
      if (up[node] != Fabric.NONE) {
        homes[channels.to[up[node]]] += homes[node];
      }
    }
    return homes;
  }

  private int[] upThenDown() {
    int[] sorted = new int[channels.channelCount];
    int count = 0;
    for (int place = order.length - 1; place >= 0; place--) {
      count = put(order[place], true, sorted, count);
    }
    for (int node : order) {
      count = put(node, false, sorted, count);
    }
    return sorted;
  }

  private int put(int node, boolean upwards, int[] sorted, int from) {
    int count = from;
    for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
      if (rank[channels.to[channel]] < rank[node] == upwards) {
        sorted[count++] = channel;
      }
    }
    return count;
  }
}
