package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SwitchGraph;
import java.util.BitSet;

/**
 * Gives paths to channels that have come: a cable that is back, or new. No entry of before leads by
 * them, and as long as what qualifies is kept, few ever would.
 *
 * <p>A switch sends a LID by such a channel, or to the switch that it leaves, where then nothing on
 * the way carries as many paths as the busiest channel on the way of now. Nothing else moves. So
 * where nothing has come, nothing does.
 */
final class Arrivals {
  /** Steps of the search for each channel. */
  private static final long WORK = 200_000;

  private final LidMap lids;
  private final Allowed allowed;
  private final TablePlan plan;
  private final SwitchGraph channels;
  private final LedPaths led;
  private final long[] paths; // by channel
  private final int[] homes; // by LID that counts: the switch it is at, Fabric.NONE for others
  private final LidOverlap apart;
  private final Senders tree;
  private final BitSet moved = new BitSet(); // LIDs
  private final boolean[] isOnWay; // by switch: of now, of the LID in question
  private long work; // that is left for a channel

  /**
   * Begins.
   *
   * @param tables to change, without gaps
   * @param paths that they lead by each channel; kept up to date
   */
  Arrivals(LidMap lids, Allowed allowed, TablePlan plan, ForwardingTables tables, long[] paths) {
    this.lids = lids;
    this.allowed = allowed;
    this.plan = plan;
    led = new LedPaths(plan, tables, paths);
    this.paths = paths;
    channels = plan.channels();
    homes = plan.order().homes(tables.maxLid());
    apart = new LidOverlap(plan, tables);
    tree = new Senders(plan, tables);
    isOnWay = new boolean[channels.switchCount];
  }

  /**
   * Changes the tables.
   *
   * @param came channels
   * @return LIDs that go by another way now. Not a copy.
   */
  BitSet fill(BitSet came) {
    came.stream()
        .forEach(
            channel -> {
              work = WORK;
              fill(channel);
            });
    return moved;
  }

  private void fill(int came) {
    int node = channels.from(came);
    for (int lid = 1; lid < homes.length && work > 0; lid++) {
      int home = homes[lid];
      work--;
      if (home == Fabric.NONE) {
        continue;
      }
      send(node, lid, home, came);
      if (led.channel(node, lid) == came) {
        for (int out = channels.first[node]; out < channels.first[node + 1]; out++) {
          int before = channels.to[out];
          int way = led.channel(before, lid);
          if (before != home && way != Fabric.NONE && channels.to[way] != node) {
            send(before, lid, home, channels.reverse[out]);
          }
        }
      }
    }
  }

  /** Has a switch send a LID by a channel, if that is better and it does not do so by now. */
  private void send(int node, int lid, int home, int channel) {
    int was = led.channel(node, lid);
    if (was == Fabric.NONE
        || was == channel
        || !plan.isCounted(was)
        || !plan.isCounted(channel)
        || !allowed.isAllowed(node, channel, home)
        || led.isDeadEnd(node, lid, home)
        || led.isDeadEnd(channels.to[channel], lid, home)) {
      return;
    }
    work -= tree.grow(node, lid);
    int flow = tree.flow(0);
    int port = lids.port(lid);
    if (flow > 0
        && isLighter(node, lid, home, channel, flow)
        && apart.staysApart(node, lid, lids.baseLid(port), lids.lidCount(port), was, channel)) {
      led.send(node, lid, channel, flow);
      moved.set(lid);
    }
  }

  /** Whether the busiest channel as far as both ways meet again would carry fewer paths. */
  private boolean isLighter(int from, int lid, int home, int first, int flow) {
    for (int node = from; node != home; node = channels.to[led.channel(node, lid)]) {
      isOnWay[node] = true;
    }
    isOnWay[home] = true;
    long peak = 0;
    int meeting;
    int channel = first;
    do {
      work--;
      peak = Math.max(peak, plan.isCounted(channel) ? paths[channel] + flow : 0);
      meeting = channels.to[channel];
      channel = led.channel(meeting, lid);
    } while (!isOnWay[meeting]);
    long now = 0;
    boolean behind = false;
    for (int node = from; node != home; ) {
      int way = led.channel(node, lid);
      behind |= node == meeting;
      if (!behind && plan.isCounted(way)) {
        now = Math.max(now, paths[way]);
      }
      isOnWay[node] = false;
      node = channels.to[way];
    }
    isOnWay[home] = false;
    return peak < now;
  }
}
