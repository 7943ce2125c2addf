package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.balance.Dealer.Measure;
import java.util.BitSet;

/**
 * Gives switches that have lost an entry another one: the port that a {@link Measure} finds to be
 * best, as {@link Dealer} does. What is kept is counted first, so that the rest is balanced around
 * it; then LIDs are looked at one after another, each without the paths to itself.
 *
 * <p>Time grows with the LIDs that have lost an entry times the switches there are.
 */
final class Mender {
  private final TablePlan plan;
  private final SwitchGraph channels;
  private final DestinationOrder order;
  private final ForwardingTables tables;
  private final Allowed allowed;
  private final Approach approach;
  private final long[] paths; // by channel
  private final double[] costs; // by switch: squares of the paths on the way from it, summed up
  private final PortChoice choice;
  private final int[] chosen; // by place in the approach: the channel, or NONE
  private final int[] flows; // by switch: paths that come by
  private final int[] qualified = new int[256]; // channels

  /**
   * Begins.
   *
   * @param tables with what is kept; entries are added
   * @param paths by channel, of what is kept; kept up to date
   */
  Mender(
      TablePlan plan,
      Permissions permissions,
      ForwardingTables tables,
      Measure measure,
      long[] paths) {
    this.plan = plan;
    this.tables = tables;
    this.paths = paths;
    channels = plan.channels();
    order = plan.order();
    allowed = permissions.allowed();
    approach = permissions.approach().get();
    costs = new double[channels.switchCount];
    chosen = new int[channels.switchCount];
    flows = new int[channels.switchCount];
    choice = new PortChoice(measure, plan, tables, paths, costs);
  }

  /** Fills what is missing. */
  void mend(BitSet broken) {
    for (DestinationOrder.Group group : order.groups) {
      boolean aimed = false;
      for (int at = group.first(); at < group.end(); at++) {
        int firstLid = order.baseLids[at];
        int end = firstLid + order.lidCounts[at];
        for (int lid = broken.nextSetBit(firstLid);
            lid >= 0 && lid < end;
            lid = broken.nextSetBit(lid + 1)) {
          if (!aimed) {
            approach.to(group.node());
            aimed = true;
          }
          mend(lid, at, group.node());
        }
      }
    }
  }

  private void mend(int lid, int at, int home) {
    int[] nodes = approach.order();
    int count = approach.count();
    for (int place = 0; place < count; place++) {
      chosen[place] = channels.channel(nodes[place], tables.row(nodes[place])[lid] & 0xFF);
    }
    if (order.counts[at]) {
      add(-1);
    }
    costs[home] = 0;
    for (int place = count - 1; place >= 0; place--) {
      int node = nodes[place];
      if (chosen[place] == Fabric.NONE) {
        chosen[place] = choose(node, lid, at, home);
        tables.set(node, lid, channels.number(chosen[place]));
      }
      costs[node] = choice.cost(chosen[place]);
    }
    if (order.counts[at]) {
      add(1);
    }
  }

  private int choose(int node, int lid, int at, int home) {
    int size = 0;
    for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
      if (allowed.isAllowed(node, channel, home)) {
        qualified[size++] = channel;
      }
    }
    int firstLid = order.baseLids[at];
    return qualified[choice.pick(node, lid, firstLid, order.lidCounts[at], qualified, 0, size)];
  }

  /** Adds the paths to a LID to the channels that are chosen, or takes them away. */
  private void add(int sign) {
    System.arraycopy(plan.senders(), 0, flows, 0, flows.length);
    int[] nodes = approach.order();
    for (int place = 0; place < approach.count(); place++) {
      int channel = chosen[place];
      int flow = flows[nodes[place]];
      if (channel != Fabric.NONE && flow != 0) {
        flows[channels.to[channel]] += flow;
        if (plan.isCounted(channel)) {
          paths[channel] += (long) sign * flow;
        }
      }
    }
  }
}
