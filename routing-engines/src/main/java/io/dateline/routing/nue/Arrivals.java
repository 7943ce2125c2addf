package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;

/**
 * Leads paths of tables of before over channels that have come: a cable that is back, or new. None
 * of these paths does, and as long as they are kept, none ever would.
 *
 * <p>A switch sends a LID by such a channel where it is nearer then; or where it is as near, and
 * its present channel would still carry at least as many paths as the other one. So do the switches
 * before it, hop by hop, to those that have come nearer. All turns that this takes are looked for
 * cycles; where one would close one, the path stays.
 */
final class Arrivals {
  private final NueTask task;
  private final SwitchGraph channels;
  private final int[] came; // channels
  private final TurnGraph turns;
  private final StandingTree standing;
  private final ForwardingTables tables;
  private final long[] loads; // by channel: what the one of the same cable the other way carries
  private final long[] carried; // by switch: paths that go by it or begin there
  private final IntArrayList nearer = new IntArrayList(); // their neighbours are to be looked at
  private int[] senders; // by switch: paths to the LID in question that begin there; or null
  private boolean hasMoved;

  /**
   * Begins.
   *
   * @param came channels that no path of the tables leads over
   * @param turns that the lane's paths use
   * @param standing scratch
   * @param tables to change
   * @param loads as {@link LaneRouter} has them; kept up to date
   */
  Arrivals(
      NueTask task,
      int[] came,
      TurnGraph turns,
      StandingTree standing,
      ForwardingTables tables,
      long[] loads) {
    this.task = task;
    this.came = came;
    this.turns = turns;
    this.standing = standing;
    this.tables = tables;
    this.loads = loads;
    channels = task.channels();
    carried = new long[channels.switchCount];
  }

  /** The channels that no entry leads over. */
  static BitSet unused(SwitchGraph channels, ForwardingTables tables) {
    BitSet unused = new BitSet(channels.channelCount);
    unused.set(0, channels.channelCount);
    for (int node = 0; node < channels.switchCount; node++) {
      for (byte entry : tables.row(node)) {
        int channel = channels.channel(node, entry & 0xFF);
        if (channel != Fabric.NONE) {
          unused.clear(channel);
        }
      }
    }
    return unused;
  }

  /** Leads paths to a LID of a destination over them. */
  void lead(int destination, int lid) {
    int home = task.home(destination);
    senders = task.counts()[destination] ? task.senders() : null;
    standing.read(tables, lid, home, turns);
    for (int channel : came) {
      if (isAsNear(channel)) {
        standing.carry(senders, carried);
        if (send(lid, home, channel)) {
          spread(lid, home, channels.from(channel));
        }
      }
    }
  }

  /** Whether anything was led another way. */
  boolean hasMoved() {
    return hasMoved;
  }

  private boolean isAsNear(int channel) {
    int from = standing.hops(channels.from(channel));
    int to = standing.hops(channels.to[channel]);
    return to != Fabric.NONE && from > to && standing.via(channels.from(channel)) != channel;
  }

  /** Has switches come nearer over a switch that has, or takes part of a load. */
  private void spread(int lid, int home, int first) {
    nearer.push(first);
    while (!nearer.isEmpty()) {
      int node = nearer.popInt();
      for (int out = channels.first[node]; out < channels.first[node + 1]; out++) {
        int channel = channels.reverse[out];
        int before = channels.to[out];
        if (before != home
            && isAsNear(channel)
            && channels.to[standing.via(before)] != node
            && send(lid, home, channel)) {
          nearer.push(before);
        }
      }
    }
  }

  /** Sends a LID by a channel, if that is better and closes no cycle. */
  private boolean send(int lid, int home, int channel) {
    int node = channels.from(channel);
    int was = standing.via(node);
    long flow = carried[node];
    boolean isNearer = standing.hops(node) > standing.hops(channels.to[channel]) + 1;
    boolean isLighter =
        flow > 0 && loads[channels.reverse[was]] > loads[channels.reverse[channel]] + flow;
    if (!(isNearer || isLighter) || !mayTurn(node, home, channel)) {
      return false;
    }
    weigh(node, home, -flow);
    standing.send(node, channel);
    weigh(node, home, flow);
    standing.carry(senders, carried);
    tables.set(node, lid, channels.number(channel));
    hasMoved = true;
    return true;
  }

  /** Uses the turns from all that come to a switch on to a channel, and the one behind that. */
  private boolean mayTurn(int node, int home, int channel) {
    int next = channels.to[channel];
    if (next != home && !turns.use(channel, standing.via(next))) {
      return false;
    }
    for (int out = channels.first[node]; out < channels.first[node + 1]; out++) {
      int coming = channels.reverse[out];
      boolean comes = standing.via(channels.to[out]) == coming;
      if (comes && !turns.use(coming, channel)) {
        return false;
      }
    }
    return true;
  }

  private void weigh(int from, int home, long flow) {
    for (int node = from; node != home; node = channels.to[standing.via(node)]) {
      loads[channels.reverse[standing.via(node)]] += flow;
    }
  }
}
