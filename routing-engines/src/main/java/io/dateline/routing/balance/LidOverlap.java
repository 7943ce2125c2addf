package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;

/**
 * How much the paths to the LIDs of one end port (LMC) have in common at a switch. Any thread may
 * ask about rows that no other writes.
 */
final class LidOverlap {
  private final TablePlan plan;
  private final ForwardingTables tables;

  LidOverlap(TablePlan plan, ForwardingTables tables) {
    this.plan = plan;
    this.tables = tables;
  }

  /**
   * What a LID would share by a channel with the other LIDs of its end port that have an entry.
   *
   * @return 0 where no other goes to the same system, 1 where none goes to the same switch, else 2
   */
  int overlap(int node, int lid, int firstLid, int lidCount, int channel) {
    int next = plan.channels().to[channel];
    int overlap = 0;
    for (int other = firstLid; other < firstLid + lidCount; other++) {
      int taken = other == lid ? Fabric.NONE : next(node, other);
      if (taken == next) {
        return 2;
      }
      if (taken != Fabric.NONE && plan.systems().of(taken) == plan.systems().of(next)) {
        overlap = 1;
      }
    }
    return overlap;
  }

  /** What the LIDs of an end port that have an entry share, summed up. */
  int shared(int node, int firstLid, int lidCount) {
    int sum = 0;
    for (int lid = firstLid; lid < firstLid + lidCount; lid++) {
      int channel = plan.channels().channel(node, tables.port(node, lid));
      if (channel != Fabric.NONE) {
        sum += overlap(node, lid, firstLid, lidCount, channel);
      }
    }
    return sum;
  }

  /** How many LIDs of an end port go to the switch that a channel leads to. */
  int uses(int node, int firstLid, int lidCount, int channel) {
    int uses = 0;
    for (int other = firstLid; other < firstLid + lidCount; other++) {
      if (next(node, other) == plan.channels().to[channel]) {
        uses++;
      }
    }
    return uses;
  }

  /** Whether the LIDs of an end port share no more when one of them goes by another channel. */
  boolean staysApart(int node, int lid, int firstLid, int lidCount, int was, int channel) {
    SwitchGraph channels = plan.channels();
    if (lidCount == 1 || channels.to[channel] == channels.to[was]) {
      return true;
    }
    int shared = shared(node, firstLid, lidCount);
    tables.set(node, lid, channels.number(channel));
    int then = shared(node, firstLid, lidCount);
    tables.set(node, lid, channels.number(was));
    return then <= shared;
  }

  private int next(int node, int lid) {
    int channel = plan.channels().channel(node, tables.port(node, lid));
    return channel == Fabric.NONE ? Fabric.NONE : plan.channels().to[channel];
  }
}
