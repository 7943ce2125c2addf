package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.hops.HopMatrix;
import java.util.Arrays;

/**
 * The trees of the tables of before, as far as their steps still lead nearer; elsewhere they are
 * open. So a fault changes the paths that it cuts and no others.
 */
final class KeptTrees {
  private KeptTrees() {}

  /** The number of threads makes no difference to the result, which is its caller's alone. */
  static Trees of(
      Steps steps,
      HopMatrix hops,
      ForwardingTables tables,
      SwitchGraph channels,
      Destinations destinations,
      int threads) {
    byte[][] next = new byte[steps.switches][steps.switches];
    Slices.map(
        steps.switches,
        threads,
        (from, to) -> {
          for (int home = from; home < to; home++) {
            Arrays.fill(next[home], Trees.NONE);
            if (destinations.first[home] < destinations.first[home + 1]) {
              int lid = destinations.lids[destinations.first[home]];
              for (int node = 0; node < steps.switches; node++) {
                if (node != home && hops.reaches(node, home)) {
                  next[home][node] =
                      kept(steps, hops.row(home), node, channels, tables.port(node, lid));
                }
              }
            }
          }
          return to - from;
        });
    return new Trees(steps, next);
  }

  /** The number of the step that a port takes, if it leads nearer. */
  private static byte kept(
      Steps steps, byte[] distances, int node, SwitchGraph channels, int port) {
    int channel = channels.channel(node, port);
    if (channel == Fabric.NONE) {
      return Trees.NONE;
    }
    int other = channels.to[channel];
    return (distances[other] & 0xFF) == HopMatrix.nearer(distances[node] & 0xFF)
        ? (byte) (steps.between(node, other) - steps.first[node])
        : Trees.NONE;
  }
}
