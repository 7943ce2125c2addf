package io.dateline.routing.sssp;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
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
     * To the switch that the destination sees first, the same for all: paths come together early,
     * and cables in no order do no harm.
     */
    OF_DESTINATION,
    /** The first one in port order. */
    OF_SWITCH
  }

  private static final long NO_WAY = -1;
  private static final int WAY_BITS = Byte.SIZE; // there are no more ports than that
  private static final long WAY_MASK = (1L << WAY_BITS) - 1;

  private final Ties ties;
  private final SwitchGraph channels;
  private final boolean[] avoided; // by channel: taken where no other leads nearer; or null
  private final int[] adapters; // by switch
  private final int[] backs; // by channel: one back, of cables to one neighbour in the same order
  private final int[] slots; // by switch: where its first way is put
  private final int step; // from there to the next one
  private final long[] weights; // by channel: paths of adapters that go by it
  private final long[] arrivals; // by switch: paths that end there and begin elsewhere
  private long most; // that ever were on a channel

  // Of the switch that is aimed at; places are in the order of distance, the switch itself first.
  private final int[] distances; // by switch
  private final int[] nodes; // by place
  private final long[] senders; // by place
  private final int[] firstWay; // by place: where its ways begin
  private final int[] endWay; // by place: and end
  private final long[] ways; // a hop nearer, see way()
  private final int[] rooms; // by switch: where its next way is put
  private int reached; // places
  private int aimedLids; // of the destinations there
  private boolean isByTies; // whether taken is what ties say

  // Of the LID that is routed.
  private final long[] costs; // by place: weights on its path
  private final long[] taken; // by place: the way, or NO_WAY
  private final long[] paths; // by place: that go by it or begin there

  ShortestTrees(SwitchGraph channels, boolean[] avoided, int[] adapters, Ties ties) {
    this(channels, avoided, adapters, ties, backs(channels), new long[channels.channelCount]);
  }

  private ShortestTrees(
      SwitchGraph channels,
      boolean[] avoided,
      int[] adapters,
      Ties ties,
      int[] backs,
      long[] weights) {
    int switches = adapters.length;
    this.ties = ties;
    this.channels = channels;
    this.avoided = avoided;
    this.adapters = adapters;
    this.backs = backs;
    this.weights = weights;
    arrivals = new long[switches];
    slots = slots(channels, ties);
    step = ties == Ties.OF_DESTINATION ? 1 : -1;
    distances = new int[switches];
    nodes = new int[switches];
    senders = new long[switches];
    firstWay = new int[switches];
    endWay = new int[switches];
    rooms = new int[switches];
    ways = new long[channels.channelCount + switches];
    costs = new long[switches];
    taken = new long[switches];
    paths = new long[switches];
  }

  /** Another worker's, for LIDs that weigh nothing: what the channels carry is read only. */
  ShortestTrees sharingWeights() {
    return new ShortestTrees(channels, avoided, adapters, ties, backs, weights);
  }

  private static int[] backs(SwitchGraph channels) {
    int[] backs = new int[channels.channelCount];
    for (int node = 0; node < channels.first.length - 1; node++) {
      for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
        int other = channels.to[channel];
        int before = 0; // cables to the same neighbour
        for (int at = channels.first[node]; at < channel; at++) {
          before += channels.to[at] == other ? 1 : 0;
        }
        int back = channels.first[other];
        while (channels.to[back] != node || before-- > 0) {
          back++;
        }
        backs[channel] = back;
      }
    }
    return backs;
  }

  /**
   * A switch has room for a way over each of its channels, and one more for what is put down and
   * not counted. Where its port order counts they are put down from the end on: often the ones
   * found first are the last in that order, and few have to be sorted.
   */
  private static int[] slots(SwitchGraph channels, Ties ties) {
    int[] slots = new int[channels.first.length - 1];
    for (int node = 0; node < slots.length; node++) {
      slots[node] = channels.first[ties == Ties.OF_DESTINATION ? node : node + 1] + node;
    }
    return slots;
  }

  /**
   * Measures the distances to the switch of the next destinations.
   *
   * @param lids that they have
   */
  void aim(int home, int lids) {
    search(home);
    aimedLids = lids;
    isByTies = false;
    for (int place = 0; place < reached; place++) {
      int node = nodes[place];
      int first = step > 0 ? slots[node] : rooms[node] + 1;
      int end = step > 0 ? rooms[node] : slots[node] + 1;
      if (step < 0) {
        sort(first, end);
      }
      firstWay[place] = first;
      endWay[place] = avoided == null ? end : endWithoutAvoided(first, end);
      senders[place] = adapters[node];
    }
  }

  /** Goes to farther and farther switches, and puts down the ways back; places come of it. */
  private void search(int home) {
    int[] distances = this.distances; // fields are read again and again before code is optimized
    int[] nodes = this.nodes;
    int[] rooms = this.rooms;
    int[] backs = this.backs;
    long[] ways = this.ways;
    int[] first = channels.first;
    int[] to = channels.to;
    int step = this.step;
    Arrays.fill(distances, Fabric.NONE);
    System.arraycopy(slots, 0, rooms, 0, rooms.length);
    distances[home] = 0;
    nodes[0] = home;
    int reached = 1;
    for (int place = 0; place < reached; place++) {
      int node = nodes[place];
      int farther = distances[node] + 1;
      if (reached == nodes.length && distances[nodes[reached - 1]] < farther) {
        break; // no node is farther
      }
      int end = first[node + 1];
      // A way is put down and counted if it is one: half of them are, so no branch is foreseen.
      for (int channel = first[node]; channel < end; channel++) {
        int other = to[channel];
        int distance = distances[other];
        if (distance == Fabric.NONE) {
          distance = farther;
          distances[other] = farther;
          nodes[reached++] = other;
        }
        int room = rooms[other]; // the node seen first comes first
        ways[room] = way(backs[channel], place);
        rooms[other] = room + (step & -oneIfSame(distance, farther));
      }
    }
    this.reached = reached;
  }

  /** Sorts ways by the ports they leave by; they are few. */
  private void sort(int first, int end) {
    long[] ways = this.ways;
    for (int unsorted = first + 1; unsorted < end; unsorted++) {
      long way = ways[unsorted];
      int at = unsorted;
      while (at > first && ways[at - 1] > way) {
        ways[at] = ways[at - 1];
        at--;
      }
      ways[at] = way;
    }
  }

  /** 1 for two numbers from 0 on that are the same, else 0. */
  private static int oneIfSame(int one, int other) {
    return ((one ^ other) - 1) >>> (Integer.SIZE - 1);
  }

  /** A channel and the place it leads to as one number: they are looked up together. */
  private static long way(int channel, int place) {
    return ((long) channel << Integer.SIZE) | place;
  }

  private static int channel(long way) {
    return (int) (way >>> Integer.SIZE);
  }

  private static int next(long way) {
    return (int) way;
  }

  /** Removes ways that are to be avoided, unless there are no others; the end of those left. */
  private int endWithoutAvoided(int first, int end) {
    int left = first;
    for (int way = first; way < end; way++) {
      if (!avoided[channel(ways[way])]) {
        ways[left++] = ways[way];
      }
    }
    return left == first ? end : left;
  }

  /**
   * Routes a LID that is at the switch aimed at.
   *
   * @param last number of the port by which that switch hands its packets on, 0 to itself; paths to
   *     switches weigh nothing
   */
  void route(ForwardingTables tables, int lid, int last) {
    choose(tables, lid, false);
    tables.set(nodes[0], lid, last);
    if (last != 0) {
      weigh(1);
    }
  }

  /**
   * Routes a LID of an adapter as {@link #route}, but by the first of equals whatever the channels
   * carry. Where all LIDs at the switch take the same ways they are counted with the first one.
   */
  void routeByTies(ForwardingTables tables, int lid, int last) {
    if (!isByTies) {
      isByTies = takeByTies();
      weigh(isByTies ? aimedLids : 1);
    }
    int[] nodes = this.nodes;
    long[] taken = this.taken;
    byte[] numbers = channels.numbers;
    int reached = this.reached;
    for (int place = 1; place < reached; place++) {
      tables.set(nodes[place], lid, numbers[channel(taken[place])]);
    }
    tables.set(nodes[0], lid, last);
  }

  /**
   * Takes the ways that are first by ties.
   *
   * @return whether they stay so for the next LID, for no cables to one neighbour share the load
   */
  private boolean takeByTies() {
    boolean areShared = false;
    for (int place = 1; place < reached; place++) {
      long best = ways[firstWay[place]];
      int neighbour = next(best);
      for (int at = firstWay[place] + 1; at < endWay[place]; at++) {
        long way = ways[at];
        if (next(way) == neighbour) {
          areShared = true;
          best = weights[channel(way)] < weights[channel(best)] ? way : best;
        }
      }
      taken[place] = best;
    }
    return !areShared;
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
    reroute(previous, tables, lid, last, true);
  }

  /** Routes a LID that has its paths in the tables, as {@link #route} does, by what others load. */
  void routeAgain(ForwardingTables tables, int lid, int last) {
    reroute(tables, tables, lid, last, false);
  }

  private void reroute(
      ForwardingTables previous, ForwardingTables tables, int lid, int last, boolean isKeeping) {
    takePrevious(previous, lid);
    if (last != 0) {
      weigh(-1);
    }
    choose(tables, lid, isKeeping);
    tables.set(nodes[0], lid, last);
    if (last != 0) {
      weigh(1);
    }
  }

  private void takePrevious(ForwardingTables previous, int lid) {
    for (int place = 1; place < reached; place++) {
      int channel = channels.channel(nodes[place], previous.port(nodes[place], lid));
      taken[place] = NO_WAY;
      for (int at = firstWay[place]; at < endWay[place]; at++) {
        if (channel(ways[at]) == channel) {
          taken[place] = ways[at];
        }
      }
    }
  }

  /**
   * Takes the ways on which the channels carry least, and fills in all but the last hop.
   *
   * @param isKeeping whether only where none is taken yet
   */
  private void choose(ForwardingTables tables, int lid, boolean isKeeping) {
    long[] weights = this.weights;
    int[] firstWay = this.firstWay;
    int[] endWay = this.endWay;
    int[] nodes = this.nodes;
    long[] ways = this.ways;
    long[] costs = this.costs;
    long[] taken = this.taken;
    byte[] numbers = channels.numbers;
    int reached = this.reached;
    costs[0] = 0;
    for (int place = 1; place < reached; place++) {
      int first = firstWay[place];
      int end = endWay[place];
      long way;
      long cost;
      if (isKeeping && taken[place] != NO_WAY) {
        way = taken[place];
        cost = weights[channel(way)] + costs[next(way)];
      } else if (end - first == 1) {
        way = ways[first];
        cost = weights[channel(way)] + costs[next(way)];
      } else {
        long least = Long.MAX_VALUE >> 1; // a cost, and behind it which way, so that the first wins
        for (int at = first; at < end; at++) {
          long other = ways[at];
          long others = weights[channel(other)] + costs[next(other)];
          long less = ((others << WAY_BITS) | (at - first)) - least;
          least += less & (less >> (Long.SIZE - 1)); // the lower one; no branch is foreseen
        }
        way = ways[first + (int) (least & WAY_MASK)];
        cost = least >> WAY_BITS;
      }
      costs[place] = cost;
      taken[place] = way;
      tables.set(nodes[place], lid, numbers[channel(way)]);
    }
  }

  /** Forgets what channels carried before LIDs were routed again. */
  void recount() {
    most = 0;
    for (long weight : weights) {
      most = Math.max(most, weight);
    }
  }

  /** The most paths that go by a channel, or ever went since they were {@link #recount counted}. */
  long most() {
    return most;
  }

  /** Whether no other paths could have less on their busiest channel. */
  boolean areLightest() {
    long least = 0;
    for (int node = 0; node < arrivals.length; node++) {
      int degree = channels.first[node + 1] - channels.first[node];
      if (degree > 0) {
        least = Math.max(least, Math.ceilDiv(arrivals[node], degree)); // somewhere they arrive
      }
    }
    return most <= least;
  }

  /** Adds the paths to what channels carry, or takes them away; they end where no way is taken. */
  private void weigh(int times) {
    long[] weights = this.weights;
    long[] taken = this.taken;
    long[] paths = this.paths;
    long most = this.most;
    System.arraycopy(senders, 0, paths, 0, reached);
    for (int place = reached - 1; place > 0; place--) {
      long way = taken[place];
      long carried = paths[place];
      if (carried != 0 && way != NO_WAY) {
        long weight = weights[channel(way)] + times * carried;
        weights[channel(way)] = weight;
        most = Math.max(most, weight);
        paths[next(way)] += carried;
      }
    }
    this.most = most;
    arrivals[nodes[0]] += times * (paths[0] - senders[0]);
  }
}
