package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.balance.Channels;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.hops.HopMatrix;
import java.util.Arrays;

/**
 * The trees of the tables of before, as far as their steps still lead nearer; elsewhere those of a
 * rule. So a fault changes the paths that it cuts and no others.
 */
final class KeptTrees {
  final Trees trees;

  private final boolean[][] changed; // [destination][switch]: whether its path is another one

  private KeptTrees(Trees trees, boolean[][] changed) {
    this.trees = trees;
    this.changed = changed;
  }

  /** The number of threads makes no difference to the result. */
  static KeptTrees of(
      Steps steps,
      HopMatrix hops,
      Trees others,
      ForwardingTables tables,
      Channels channels,
      Destinations destinations,
      int threads) {
    byte[][] next = new byte[steps.switches][steps.switches];
    boolean[][] changed = new boolean[steps.switches][steps.switches];
    Slices.map(
        steps.switches,
        threads,
        (from, to) -> {
          for (int home = from; home < to; home++) {
            Arrays.fill(next[home], Trees.NONE);
            if (destinations.first[home] < destinations.first[home + 1]) {
              int lid = destinations.lids[destinations.first[home]];
              for (int node = 0; node < steps.switches; node++) {
                if (others.leads(node, home)) {
                  int kept = kept(steps, hops.row(home), node, channels, tables.port(node, lid));
                  changed[home][node] = kept == Fabric.NONE;
                  next[home][node] =
                      kept == Fabric.NONE
                          ? others.next[home][node]
                          : (byte) (kept - steps.first[node]);
                }
              }
            } else {
              next[home] = others.next[home].clone();
              Arrays.fill(changed[home], true);
            }
          }
          return to - from;
        });
    return new KeptTrees(new Trees(steps, next), changed);
  }

  /** The step that a port takes, if it leads nearer. */
  private static int kept(Steps steps, byte[] distances, int node, Channels channels, int port) {
    int channel = channels.of(node, port);
    if (channel == Fabric.NONE) {
      return Fabric.NONE;
    }
    int other = channels.to[channel];
    return (distances[other] & 0xFF) == HopMatrix.nearer(distances[node] & 0xFF)
        ? steps.between(node, other)
        : Fabric.NONE;
  }

  /** Whether all of the path from a switch to another one is as it was. */
  boolean isKept(Steps steps, int source, int destination) {
    for (int node = source; node != destination; node = steps.to[trees.step(node, destination)]) {
      if (changed[destination][node]) {
        return false;
      }
    }
    return true;
  }
}
