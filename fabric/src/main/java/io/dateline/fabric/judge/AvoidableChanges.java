package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;

/**
 * Entries that name another port than before although their port of before would do: a cable is in
 * it, and what it leads to delivers packets, by the tables of now, over no more cables than the new
 * port does. Whether the engine's own rule allows the port of before, as with an order of
 * dimensions or of ranks, is not asked.
 *
 * @param toAdapters with the LID of an adapter or router
 * @param toSwitches with the LID of a switch's port 0
 */
public record AvoidableChanges(long toAdapters, long toSwitches) {
  /**
   * Looks for them in tables of the same switches, rows by the fabric's switch index.
   *
   * @param fabric as it is now
   */
  public static AvoidableChanges among(
      Fabric fabric, LidMap lids, ForwardingTables before, ForwardingTables after) {
    SwitchPorts graph = new SwitchPorts(fabric);
    DestinationTree tree = new DestinationTree(graph, after);
    long toAdapters = 0;
    long toSwitches = 0;
    for (int lid = Lid.UNICAST_MIN; lid <= lids.maxLid(); lid++) {
      int destination = lids.port(lid);
      if (destination == Fabric.NONE) {
        continue;
      }
      tree.build(lid, destination);
      int found = 0;
      for (int node = 0; node < graph.switchCount; node++) {
        int was = before.port(node, lid);
        if (was != tree.entry[node]
            && tree.fault[node] == null
            && hops(graph, tree, node, was, destination) <= tree.hops[node]) {
          found++;
        }
      }
      if (fabric.isSwitch(fabric.nodeOf(destination))) {
        toSwitches += found;
      } else {
        toAdapters += found;
      }
    }
    return new AvoidableChanges(toAdapters, toSwitches);
  }

  /** Cables from a switch to the destination by one of its ports; no number is larger if none. */
  private static int hops(
      SwitchPorts graph, DestinationTree tree, int node, int number, int destination) {
    int port = graph.firstPort[node] + number;
    if (number == 0 || port >= graph.firstPort[node + 1]) {
      return Integer.MAX_VALUE;
    }
    int to = graph.leadsTo[port];
    if (to >= 0) {
      return tree.fault[to] == null ? tree.hops[to] + 1 : Integer.MAX_VALUE;
    }
    return graph.peer[port] == destination ? 1 : Integer.MAX_VALUE;
  }

  /** All of them. */
  public long total() {
    return toAdapters + toSwitches;
  }
}
