package io.dateline.routing.sssp;

import io.dateline.routing.balance.Destinations;
import io.dateline.routing.balance.Destinations.Kind;

/** Where packets come from. */
final class Adapters {
  private Adapters() {}

  /** By switch, how many ports of adapters and routers with a LID are at it. */
  static int[] bySwitch(Destinations destinations, int switches) {
    int[] counts = new int[switches];
    for (int destination = 0; destination < destinations.count; destination++) {
      if (destinations.kinds[destination] != Kind.SWITCH) {
        counts[destinations.homes[destination]]++;
      }
    }
    return counts;
  }
}
