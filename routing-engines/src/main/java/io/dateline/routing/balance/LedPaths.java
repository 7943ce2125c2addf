package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;

/** Tables, and how many paths they lead over each channel; where one changes, so do the others. */
final class LedPaths {
  private final TablePlan plan;
  private final SwitchGraph channels;
  private final ForwardingTables tables;
  private final long[] paths; // by channel

  LedPaths(TablePlan plan, ForwardingTables tables, long[] paths) {
    this.plan = plan;
    this.tables = tables;
    this.paths = paths;
    channels = plan.channels();
  }

  /** The channel by which a switch sends a LID to another, or {@link Fabric#NONE}. */
  int channel(int node, int lid) {
    return channels.channel(node, tables.row(node)[lid] & 0xFF);
  }

  /** Whether a LID ends before its home, at a switch that no way to it is known of. */
  boolean isDeadEnd(int from, int lid, int home) {
    int node = from;
    while (node != home) {
      int channel = channel(node, lid);
      if (channel == Fabric.NONE) {
        return true;
      }
      node = channels.to[channel];
    }
    return false;
  }

  /**
   * Has a switch send a LID by another channel.
   *
   * @param flow paths that come by the switch
   */
  void send(int node, int lid, int channel, int flow) {
    add(node, lid, -flow);
    tables.set(node, lid, channels.number(channel));
    add(node, lid, flow);
  }

  private void add(int from, int lid, int change) {
    for (int channel = channel(from, lid); channel != Fabric.NONE; ) {
      if (plan.isCounted(channel)) {
        paths[channel] += change;
      }
      channel = channel(channels.to[channel], lid);
    }
  }
}
