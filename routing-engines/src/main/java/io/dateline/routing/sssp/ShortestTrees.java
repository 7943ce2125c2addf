package io.dateline.routing.sssp;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.balance.Channels;
import java.util.Arrays;

/**
 * Trees of shortest paths to one destination after the other, each over the channels that the ones
 * before it have left the emptiest. Hops outweigh any load, so a tree needs no queue: switches take
 * their turns by distance, and each looks only at its channels to switches that are one hop nearer.
 */
final class ShortestTrees {
  /** Which of several channels is taken that are as good as each other. */
  enum Ties {
    /**
     * To the switch that the destination sees first, the same for everybody: paths come together
     * early, and cables in no order do no harm.
     */
    OF_DESTINATION,
    /** The first one in port order. */
    OF_SWITCH
  }

  private final Ties ties;
  private final Channels channels;
  private final boolean[] avoided; // by channel: taken where no other leads nearer; or null
  private final int[] senders; // by switch
  private final long[] weights; // by channel: paths of adapters that go by it

  // Of the switch that is aimed at; places are in the order of distance, the switch itself first.
  private final int[] distances; // by switch
  private final int[] places; // by switch
  private final int[] nodes; // by place
  private final int[] firstWay; // by place: where its ways begin
  private final int[] ways; // channels that lead a hop nearer
  private final int[] nexts; // by way: the place it leads to
  private int reached; // places

  // Of the LID that is routed.
  private final long[] costs; // by place: weights on its path
  private final int[] taken; // by place: the way, or NONE
  private final long[] paths; // by place: that go by it or begin there

  ShortestTrees(Channels channels, boolean[] avoided, int[] senders, Ties ties) {
    int switches = senders.length;
    this.ties = ties;
    this.channels = channels;
    this.avoided = avoided;
    this.senders = senders;
    weights = new long[channels.count];
    distances = new int[switches];
    places = new int[switches];
    nodes = new int[switches];
    firstWay = new int[switches + 1];
    ways = new int[channels.count];
    nexts = new int[channels.count];
    costs = new long[switches];
    taken = new int[switches];
    paths = new long[switches];
  }

  /** Measures the distances to the switch of the next destinations. */
  void aim(int home) {
    Arrays.fill(distances, Fabric.NONE);
    distances[home] = 0;
    nodes[0] = home;
    reached = 1;
    int found = 0;
    for (int place = 0; place < reached; place++) {
      int node = nodes[place];
      places[node] = place;
      firstWay[place] = found;
      for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
        int other = channels.to[channel];
        if (distances[other] == Fabric.NONE) {
          distances[other] = distances[node] + 1;
          nodes[reached++] = other;
        } else if (distances[other] < distances[node]) {
          insert(channel, firstWay[place], found++);
        }
      }
      found = passOverAvoided(firstWay[place], found);
    }
    firstWay[reached] = found;
    for (int way = 0; way < found; way++) {
      nexts[way] = places[channels.to[ways[way]]];
    }
  }

  /** Keeps ways in the order in which they are preferred. */
  private void insert(int channel, int from, int end) {
    int at = end;
    while (ties == Ties.OF_DESTINATION
        && at > from
        && places[channels.to[ways[at - 1]]] > places[channels.to[channel]]) {
      ways[at] = ways[at - 1];
      at--;
    }
    ways[at] = channel;
  }

  /** Returns the end of the ways that are left. */
  private int passOverAvoided(int from, int to) {
    if (avoided == null) {
      return to;
    }
    int left = from;
    for (int way = from; way < to; way++) {
      if (!avoided[ways[way]]) {
        ways[left++] = ways[way];
      }
    }
    return left == from ? to : left;
  }

  /**
   * Routes a LID that is at the switch aimed at.
   *
   * @param last number of the port by which that switch hands its packets on, 0 to itself; paths to
   *     switches weigh nothing
   */
  void route(ForwardingTables tables, int lid, int last) {
    Arrays.fill(taken, 0, reached, Fabric.NONE);
    choose();
    fill(tables, lid, last);
    if (last != 0) {
      weigh(1);
    }
  }

  /** Routes a LID as {@link #route}, but by the first of equals whatever the channels carry. */
  void routeByTies(ForwardingTables tables, int lid, int last) {
    for (int place = 1; place < reached; place++) {
      int first = firstWay[place];
      int best = first;
      // Cables to the same neighbour share the load.
      for (int way = first + 1; way < firstWay[place + 1]; way++) {
        if (nexts[way] == nexts[first] && weights[ways[way]] < weights[ways[best]]) {
          best = way;
        }
      }
      taken[place] = best;
    }
    fill(tables, lid, last);
    if (last != 0) {
      weigh(1);
    }
  }

  /**
   * Counts the paths that need not change: as far as they lead over entries of before that still
   * lead a hop nearer.
   */
  void count(ForwardingTables previous, int lid, int last) {
    takePrevious(previous, lid);
    if (last != 0) {
      weigh(1);
    }
  }

  /** Routes a LID whose paths were counted; entries that still lead a hop nearer stay. */
  void routeKeeping(ForwardingTables previous, ForwardingTables tables, int lid, int last) {
    takePrevious(previous, lid);
    if (last != 0) {
      weigh(-1);
    }
    choose();
    fill(tables, lid, last);
    if (last != 0) {
      weigh(1);
    }
  }

  private void takePrevious(ForwardingTables previous, int lid) {
    for (int place = 1; place < reached; place++) {
      int channel = channels.of(nodes[place], previous.port(nodes[place], lid));
      taken[place] = Fabric.NONE;
      for (int way = firstWay[place]; way < firstWay[place + 1]; way++) {
        if (ways[way] == channel) {
          taken[place] = way;
        }
      }
    }
  }

  /** Takes the ways on which the channels carry least, where none is taken yet. */
  private void choose() {
    long[] weights = this.weights; // fields are read again and again in code that is not optimized
    int[] firstWay = this.firstWay;
    int[] ways = this.ways;
    int[] nexts = this.nexts;
    long[] costs = this.costs;
    int[] taken = this.taken;
    int reached = this.reached;
    costs[0] = 0;
    for (int place = 1; place < reached; place++) {
      int best = taken[place];
      if (best != Fabric.NONE) {
        costs[place] = weights[ways[best]] + costs[nexts[best]];
        continue;
      }
      long least = Long.MAX_VALUE;
      int end = firstWay[place + 1];
      for (int way = firstWay[place]; way < end; way++) {
        long cost = weights[ways[way]] + costs[nexts[way]];
        if (cost < least) {
          least = cost;
          best = way;
        }
      }
      costs[place] = least;
      taken[place] = best;
    }
  }

  private void fill(ForwardingTables tables, int lid, int last) {
    int[] nodes = this.nodes;
    int[] ways = this.ways;
    int[] taken = this.taken;
    byte[] numbers = channels.numbers;
    int reached = this.reached;
    tables.set(nodes[0], lid, last);
    for (int place = 1; place < reached; place++) {
      tables.set(nodes[place], lid, numbers[ways[taken[place]]] & 0xFF);
    }
  }

  /** The most paths that go by a channel. */
  long most() {
    return Arrays.stream(weights).max().orElse(0);
  }

  /** Adds the paths to what channels carry, or takes them away; they end where no way is taken. */
  private void weigh(int times) {
    long[] weights = this.weights;
    int[] ways = this.ways;
    int[] nexts = this.nexts;
    int[] taken = this.taken;
    long[] paths = this.paths;
    int[] senders = this.senders;
    int[] nodes = this.nodes;
    for (int place = 1; place < reached; place++) {
      paths[place] = senders[nodes[place]];
    }
    for (int place = reached - 1; place > 0; place--) {
      int way = taken[place];
      long carried = paths[place];
      if (carried != 0 && way != Fabric.NONE) {
        weights[ways[way]] += times * carried;
        paths[nexts[way]] += carried;
      }
    }
  }
}
