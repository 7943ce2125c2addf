package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.LayerMemory;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.hops.HopMatrix;
import java.util.Arrays;

/**
 * Routes a fabric again that was routed before. Steps that still lead nearer stay, and so do pairs
 * whose paths are as they were, in the layers that are remembered of them. Paths that were cut are
 * mended so that they fit into their layers ({@link Mending}, {@link Rerouting}); those that do not
 * go to another layer ({@link Placing}).
 */
final class Repair {
  private Repair() {}

  /**
   * Paths and layers that keep what they can.
   *
   * @param start the SL of the first layer
   * @param lanes that there are from there on
   * @return null where nothing is remembered, or no place was found for some pair
   */
  static Layered of(
      RoutingRequest request,
      SwitchGraph graph,
      Steps steps,
      Destinations destinations,
      int start,
      int lanes,
      int threads) {
    if (request.previous() == null || request.memory().layers().isEmpty()) {
      return null;
    }
    Fabric fabric = request.fabric();
    byte[][] wanted = wanted(request, steps, destinations, start, lanes);
    int count = count(wanted);
    if (count == 0) {
      return null;
    }
    HopMatrix hops = HopMatrix.of(graph, threads);
    Trees trees = KeptTrees.of(steps, hops, request.previous(), graph, destinations, threads);
    HeldLayers held = new HeldLayers(steps, trees);
    while (held.graphs.size() < count) {
      held.open();
    }
    held.holdAll(wanted);
    Trees gapped = trees.copy();
    Mending.mend(
        held, TreeRule.unique(steps, fabric).grow(threads), destinations.adaptersBySwitch());
    Rerouting.reroute(held, held.without(), wanted, hops, gapped);
    return Placing.place(held, held.without(), lanes) ? Layered.of(held) : null;
  }

  private static int count(byte[][] wanted) {
    int count = 0;
    for (byte[] row : wanted) {
      for (byte layer : row) {
        count = Math.max(count, layer + 1); // NONE is -1
      }
    }
    return count;
  }

  /** By the lower switch of a pair, then by the higher one, the layer that is remembered. */
  private static byte[][] wanted(
      RoutingRequest request, Steps steps, Destinations destinations, int start, int lanes) {
    byte[][] levels = request.memory().layers().layers(request.fabric(), request.lids());
    byte[][] wanted = new byte[steps.switches][steps.switches];
    for (int a = 0; a < steps.switches; a++) {
      Arrays.fill(wanted[a], HeldLayers.NONE);
      for (int b = a + 1; b < steps.switches; b++) {
        wanted[a][b] = (byte) remembered(levels, destinations, a, b, start, lanes);
      }
    }
    return wanted;
  }

  /** The layer of a pair, counted from the first one, or UNKNOWN. */
  private static int remembered(
      byte[][] levels, Destinations destinations, int a, int b, int start, int lanes) {
    int there = level(levels, destinations, a, b);
    int back = level(levels, destinations, b, a);
    int layer = there - start;
    // UNKNOWN is below any SL.
    return there == back && there >= 0 && layer >= 0 && layer < lanes ? layer : LayerMemory.UNKNOWN;
  }

  private static int level(byte[][] levels, Destinations destinations, int source, int home) {
    int first = destinations.first[home];
    byte[] row = first < destinations.first[home + 1] ? levels[destinations.lids[first]] : null;
    return row == null ? LayerMemory.UNKNOWN : row[source];
  }
}
