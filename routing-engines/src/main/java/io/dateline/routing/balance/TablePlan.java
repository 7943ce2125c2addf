package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingRequest;

/**
 * What the code that fills tables goes by. Any thread may read it.
 *
 * @param order of destinations
 * @param senders by switch: end ports on it from which a path leads to every LID
 * @param previous tables now in the switches, or null
 * @param uncounted by channel, whether the balance ignores it: to it none ever carries a path; or
 *     null
 * @param avoided by channel, whether it is taken only where there is no other; or null
 */
record TablePlan(
    SwitchGraph channels,
    DestinationOrder order,
    int[] senders,
    ForwardingTables previous,
    SystemIndex systems,
    Ties ties,
    boolean[] uncounted,
    boolean[] avoided) {
  static TablePlan of(RoutingRequest request, SwitchGraph channels) {
    Fabric fabric = request.fabric();
    PortOptions options = request.options().ports();
    return new TablePlan(
        channels,
        new DestinationOrder(fabric, request.lids(), options),
        senders(fabric, request.lids(), options.portProfileSwitchNodes()),
        request.previous(),
        new SystemIndex(fabric),
        new Ties(fabric, request.lids(), options),
        PortMarks.listed(fabric, channels, options.portProfIgnore()),
        options.avoidThrottledLinks() ? PortMarks.throttled(fabric, channels) : null);
  }

  /** Adapters' ports, and where paths to switches count the switches themselves. */
  private static int[] senders(Fabric fabric, LidMap lids, boolean countSwitches) {
    int[] senders = new int[fabric.switchCount()];
    for (int port : fabric.endPorts()) {
      int node = fabric.nodeOf(port);
      if (lids.lidCount(port) == 0) {
        continue;
      }
      if (!fabric.isSwitch(node)) {
        int home = fabric.nodeOf(fabric.peer(port));
        if (fabric.isSwitch(home)) {
          senders[home]++;
        }
      } else if (countSwitches) {
        senders[node]++;
      }
    }
    return senders;
  }

  /** The same with other tables of before, or null. */
  TablePlan with(ForwardingTables tables) {
    return new TablePlan(channels, order, senders, tables, systems, ties, uncounted, avoided);
  }

  boolean isCounted(int channel) {
    return uncounted == null || !uncounted[channel];
  }

  /** Whether an entry is as it was before. */
  boolean isKept(int node, int lid, int number) {
    return previous != null && previous.port(node, lid) == number;
  }
}
