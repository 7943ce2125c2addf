package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import io.dateline.routing.LayerMemory;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.Channels;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.hops.HopMatrix;
import io.dateline.routing.hops.SwitchLinks;

/**
 * Routes a fabric again that was routed before: paths stay where they are still shortest, and pairs
 * in the layer that is remembered of them unless that closes a circle. Pairs whose paths are as
 * they were have their layers first, so that none of them has to give way to one that was cut.
 */
final class Repair {
  private static final int KEPT = 0;
  private static final int REMEMBERED = 1;
  private static final int NEW = 2;

  private Repair() {}

  /**
   * A packing that keeps what it can.
   *
   * @param start the SL of the first layer
   * @param lanes that there are from there on
   * @return null where nothing is remembered, or not all pairs can be packed
   */
  static Packing of(
      RoutingRequest request,
      SwitchLinks links,
      Steps steps,
      Destinations destinations,
      int start,
      int lanes,
      int threads) {
    if (request.previous() == null || request.memory().layers().isEmpty()) {
      return null;
    }
    Fabric fabric = request.fabric();
    KeptTrees kept =
        KeptTrees.of(
            steps,
            HopMatrix.of(links, threads),
            TreeRule.unique(steps, fabric).grow(threads),
            request.previous(),
            new Channels(links),
            destinations,
            threads);
    byte[][] levels = request.memory().layers().layers(fabric, request.lids());
    int[] all = PairOrder.longestFirst(steps, kept.trees);
    int[] groups = new int[all.length];
    int known = 0;
    for (int i = 0; i < all.length; i++) {
      int a = all[i] / steps.switches;
      int b = all[i] % steps.switches;
      groups[i] = NEW;
      if (remembered(levels, destinations, a, b, start, lanes) != LayerMemory.UNKNOWN) {
        known++;
        groups[i] = kept.isKept(steps, a, b) && kept.isKept(steps, b, a) ? KEPT : REMEMBERED;
      }
    }
    if (known == 0) {
      return null;
    }
    int[] pairs = PairOrder.byGroup(all, groups, NEW + 1);
    int[] wanted = new int[pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      wanted[i] =
          remembered(
              levels,
              destinations,
              pairs[i] / steps.switches,
              pairs[i] % steps.switches,
              start,
              lanes);
    }
    return Packing.keeping(steps, kept.trees, pairs, wanted, lanes);
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
