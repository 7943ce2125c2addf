package io.dateline.routing.proof;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.SlToVl;
import io.dateline.routing.cdg.Channels;
import io.dateline.routing.cdg.DependencyGraph;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Grows trees for multicast switch by switch, so that packets along them close no credit loop with
 * unicast packets: a cable with which they would is passed over, and its switch is joined by
 * another one. Cables that are taken stay, so a tree may end before all switches are on it although
 * there is one that spans them; another root may do better.
 *
 * <p>What becomes of copies is what {@link GroupPackets} says. A dependency graph is kept from one
 * cable to the next, so that a cable costs little more than the dependencies it adds. Owned by one
 * thread.
 */
public final class TreeGrowth {
  private static final int SLS = 16;
  private static final int VLS = 16;

  private final Fabric fabric;
  private final Channels channels;
  private final SlToVl slToVl;
  private final Sources sources;
  private final List<Integer> serviceLevels;
  private final DependencyGraph graph; // of unicast packets, and of copies on the tree so far

  // Of the tree at hand.
  private final BitSet used = new BitSet(); // channels, both of a cable
  private final BitSet visited = new BitSet(); // states: (channel * SLS + SL) * VLS + VL
  private final int[] up; // by switch: the channel to its parent, or NONE
  private final IntArrayList added = new IntArrayList(); // edges of the graph, by their two ends

  // Cables that may be tried, by rank and then by age: the channels that lead away from the root.
  private final LongHeapPriorityQueue buds = new LongHeapPriorityQueue(); // rank, age
  private final IntArrayList channelOf = new IntArrayList(); // by age

  // Of the cable that is tried.
  private final IntArrayList news = new IntArrayList(); // states
  private final IntArrayFIFOQueue open = new IntArrayFIFOQueue(); // states

  /**
   * Which cables to try before others.
   *
   * <p>The port is that of the parent, as an index; the port before it is the one by which packets
   * from the root come in there, {@link Fabric#NONE} at the root. Lower ranks are tried first, and
   * cables of negative ones never; of equal ranks those that are nearer to the root.
   */
  @FunctionalInterface
  public interface Ranking {
    int rank(int portBefore, int port);
  }

  TreeGrowth(
      Fabric fabric,
      SlToVl slToVl,
      Channels channels,
      Sources sources,
      LaneDependencies unicast,
      List<Integer> serviceLevels) {
    this.fabric = fabric;
    this.slToVl = slToVl;
    this.channels = channels;
    this.sources = sources;
    this.serviceLevels = List.copyOf(serviceLevels);
    graph = new DependencyGraph(Math.multiplyExact(VLS, channels.count));
    if (graph.addAll(unicast).isPresent()) {
      throw new IllegalArgumentException("unicast packets close a credit loop by themselves");
    }
    up = new int[channels.switchCount];
  }

  /**
   * A tree of single cables.
   *
   * @param root a switch
   * @param switches that are to be on it, a count
   * @return empty if it has fewer
   */
  public Optional<MulticastTree> from(int root, int switches, Ranking ranking) {
    takeBack(0);
    used.clear();
    visited.clear();
    Arrays.fill(up, Fabric.NONE);
    buds.clear();
    channelOf.clear();
    bud(root, Fabric.NONE, ranking);
    int joined = 1;
    while (joined < switches && !buds.isEmpty()) {
      int channel = channelOf.getInt((int) buds.dequeueLong());
      int node = channels.head[channel];
      if (node != root && up[node] == Fabric.NONE && join(channel)) {
        up[node] = channels.reverse(channel);
        joined++;
        bud(node, fabric.peer(channels.port[channel]), ranking);
      }
    }
    return joined == switches ? Optional.of(freeze(root)) : Optional.empty();
  }

  private void bud(int node, int before, Ranking ranking) {
    for (int channel = channels.firstOf[node]; channel < channels.firstOf[node + 1]; channel++) {
      int rank = ranking.rank(before, channels.port[channel]);
      if (rank >= 0) {
        buds.enqueue((long) rank << Integer.SIZE | channelOf.size());
        channelOf.add(channel);
      }
    }
  }

  /** Adds a cable if no credit loop comes of it. */
  private boolean join(int down) {
    int parent = fabric.nodeOf(channels.port[down]);
    int climb = channels.reverse(down);
    int edges = added.size();
    news.clear();
    open.clear();
    used.set(down);
    used.set(climb);
    boolean isSound = arrivals(parent, down);
    send(parent, down);
    send(channels.head[down], climb);
    while (isSound && !open.isEmpty()) {
      isSound = forward(open.dequeueInt());
    }
    if (!isSound) {
      takeBack(edges);
      news.forEach(visited::clear);
      used.clear(down);
      used.clear(climb);
    }
    return isSound;
  }

  /** Copies that have come in at a switch leave by a new cable, too. */
  private boolean arrivals(int node, int leaving) {
    for (int channel = channels.firstOf[node]; channel < channels.firstOf[node + 1]; channel++) {
      if (used.get(channel) && channel != leaving) {
        int first = channels.reverse(channel) * SLS * VLS;
        int state = visited.nextSetBit(first);
        while (state >= 0 && state < first + SLS * VLS) {
          if (!leave(state, leaving)) {
            return false;
          }
          state = visited.nextSetBit(state + 1);
        }
      }
    }
    return true;
  }

  private void send(int node, int channel) {
    for (int source = sources.firstAt[node]; source < sources.firstAt[node + 1]; source++) {
      for (int sl : serviceLevels) {
        visit(channel, sl, vl(node, sources.entry[source], channel, sl));
      }
    }
  }

  private boolean forward(int state) {
    int channel = state / (SLS * VLS);
    int node = channels.head[channel];
    for (int next = channels.firstOf[node]; next < channels.firstOf[node + 1]; next++) {
      if (used.get(next) && next != channels.reverse(channel) && !leave(state, next)) {
        return false;
      }
    }
    return true;
  }

  /** A copy in a state leaves by a channel; whether no credit loop comes of it. */
  private boolean leave(int state, int next) {
    int before = state / (SLS * VLS);
    int sl = state / VLS % SLS;
    int vl = vl(channels.head[before], channels.arrival[before], next, sl);
    if (vl == SlToVl.DROP) {
      return true;
    }
    int from = state % VLS * channels.count + before;
    int to = vl * channels.count + next;
    if (!graph.add(from, to)) {
      return false;
    }
    added.add(from);
    added.add(to);
    visit(next, sl, vl);
    return true;
  }

  private int vl(int node, int entry, int channel, int sl) {
    return slToVl.vl(node, entry, fabric.portNumber(channels.port[channel]), sl);
  }

  private void visit(int channel, int sl, int vl) {
    int state = (channel * SLS + sl) * VLS + vl;
    if (vl != SlToVl.DROP && !visited.get(state)) {
      visited.set(state);
      news.add(state);
      open.enqueue(state);
    }
  }

  /** Removes the edges from an index of their list on. */
  private void takeBack(int from) {
    for (int i = from; i < added.size(); i += 2) {
      graph.remove(added.getInt(i), added.getInt(i + 1));
    }
    added.size(from);
  }

  private MulticastTree freeze(int root) {
    int[][] uplinks = new int[up.length][];
    for (int node = 0; node < up.length; node++) {
      uplinks[node] = up[node] == Fabric.NONE ? new int[0] : new int[] {channels.port[up[node]]};
    }
    return new MulticastTree(root, uplinks, serviceLevels);
  }
}
