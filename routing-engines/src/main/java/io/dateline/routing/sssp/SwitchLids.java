package io.dateline.routing.sssp;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.balance.Destinations.Kind;
import io.dateline.routing.sssp.SsspEngine.Task;
import java.util.Arrays;

/**
 * Paths to switches, which weigh nothing: those to the first adapter there, if there is one. So
 * they need no search, and no layer more than adapters do.
 */
final class SwitchLids {
  private SwitchLids() {}

  /**
   * Gives a switch's LIDs the paths of an adapter there.
   *
   * @param destination the switch's own
   * @return whether there is such an adapter
   */
  static boolean copy(Task task, ForwardingTables tables, int destination) {
    Destinations destinations = task.destinations();
    int home = destinations.homes[destination];
    int example = adapterAt(destinations, home);
    if (example == Fabric.NONE) {
      return false;
    }
    int base = destinations.lids[destination];
    int end = base + task.lids().lidCount(destinations.ports[destination]);
    for (int node = 0; node < tables.switchCount(); node++) {
      byte[] row = tables.row(node);
      Arrays.fill(row, base, end, node == home ? 0 : row[example]);
    }
    return true;
  }

  /** The LID of the first adapter at a switch. */
  private static int adapterAt(Destinations destinations, int home) {
    for (int at = destinations.first[home]; at < destinations.first[home + 1]; at++) {
      if (destinations.kinds[at] != Kind.SWITCH) {
        return destinations.lids[at];
      }
    }
    return Fabric.NONE;
  }
}
