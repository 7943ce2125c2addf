package io.dateline.routing.proof;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.SlToVl;
import io.dateline.routing.cdg.Channels;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.BitSet;

/**
 * Notes the lanes that multicast packets take. Every source sends to all others, on each of the
 * tree's service levels, and switches send copies on by all cables of the tree behind which there
 * are sources, but not back to the switch they came from.
 *
 * <p>What becomes of a copy is settled by the lane it is on and its SL. Each such state is visited
 * once.
 */
final class GroupPackets {
  private static final int SLS = 16;
  private static final int VLS = 16;

  private final Fabric fabric;
  private final Channels channels;
  private final SlToVl slToVl;
  private final MulticastTree tree;
  private final LaneDependencies found;
  private final BitSet used = new BitSet(); // channels that copies take where there are any
  private final BitSet visited = new BitSet(); // states
  private final IntArrayFIFOQueue open = new IntArrayFIFOQueue(); // (channel * SLS + SL) * VLS + VL

  private GroupPackets(
      Fabric fabric, Channels channels, SlToVl slToVl, MulticastTree tree, LaneDependencies found) {
    this.fabric = fabric;
    this.channels = channels;
    this.slToVl = slToVl;
    this.tree = tree;
    this.found = found;
  }

  /** Adds lanes and dependencies to those found so far. */
  static void note(
      Fabric fabric,
      Channels channels,
      Sources sources,
      SlToVl slToVl,
      MulticastTree tree,
      LaneDependencies found) {
    GroupPackets packets = new GroupPackets(fabric, channels, slToVl, tree, found);
    packets.findChannels(sources);
    packets.send(sources);
    packets.forward();
  }

  /** Those on the way from some source to another switch that has one. */
  private void findChannels(Sources sources) {
    int[] climbers = new int[channels.switchCount]; // sources at or below, by switch
    int all = 0;
    for (int node = 0; node < climbers.length; node++) {
      int here = sources.firstAt[node + 1] - sources.firstAt[node];
      if (here > 0 && leadsToRoot(node)) {
        all += here;
        for (int at = node; at != Fabric.NONE; at = parent(at)) {
          climbers[at] += here;
        }
      }
    }
    for (int node = 0; node < climbers.length; node++) {
      for (int port : tree.uplinks()[node]) {
        int up = channels.at[port];
        if (leadsToRoot(node)) {
          used.set(up, climbers[node] < all);
          used.set(channels.reverse(up), climbers[node] > 0);
        }
      }
    }
  }

  private int parent(int node) {
    int[] ports = tree.uplinks()[node];
    return node == tree.root() || ports.length == 0
        ? Fabric.NONE
        : channels.head[channels.at[ports[0]]];
  }

  private boolean leadsToRoot(int node) {
    int at = node;
    for (int steps = 0; at != tree.root() && at != Fabric.NONE; steps++) {
      at = steps < channels.switchCount ? parent(at) : Fabric.NONE;
    }
    return at == tree.root();
  }

  private void send(Sources sources) {
    for (int node = 0; node < channels.switchCount; node++) {
      for (int source = sources.firstAt[node]; source < sources.firstAt[node + 1]; source++) {
        int port = sources.port[source];
        for (int sl : tree.serviceLevels()) {
          boolean dropped =
              sources.entry[source] != 0
                  && slToVl.vl(fabric.nodeOf(port), 0, fabric.portNumber(port), sl) == SlToVl.DROP;
          if (!dropped) {
            leave(node, sources.entry[source], sl, Fabric.NONE, 0);
          }
        }
      }
    }
  }

  private void forward() {
    while (!open.isEmpty()) {
      int state = open.dequeueInt();
      int channel = state / (SLS * VLS);
      leave(
          channels.head[channel],
          channels.arrival[channel],
          state / VLS % SLS,
          channel,
          state % VLS);
    }
  }

  /** A copy leaves a switch: one that came in by a channel, or, where that is NONE, a new one. */
  private void leave(int node, int entry, int sl, int before, int vlBefore) {
    for (int channel = channels.firstOf[node]; channel < channels.firstOf[node + 1]; channel++) {
      boolean back =
          before != Fabric.NONE && channels.head[channel] == fabric.nodeOf(channels.port[before]);
      if (!used.get(channel) || back) {
        continue;
      }
      int vl = slToVl.vl(node, entry, fabric.portNumber(channels.port[channel]), sl);
      if (vl == SlToVl.DROP) {
        continue;
      }
      found.use(channel, vl);
      if (before != Fabric.NONE) {
        found.follow(before, vlBefore, channel, vl);
      }
      int state = (channel * SLS + sl) * VLS + vl;
      if (!visited.get(state)) {
        visited.set(state);
        open.enqueue(state);
      }
    }
  }
}
