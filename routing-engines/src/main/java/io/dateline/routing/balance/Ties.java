package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.random.SeededRandom;
import io.dateline.routing.PortOptions;
import java.util.BitSet;

/**
 * Which of several ports to take that are as good as each other.
 *
 * <p>Without options the first in port order. {@code port_shifting} has the order begin elsewhere
 * each time, so that the tables of different switches do not fall into step. {@code scatter_ports}
 * draws one: by seed, switch and LID, so that the draw is the same on every SM node and stays as it
 * is whatever else changes in the fabric; {@code guid_routing_order_no_scatter} has nothing drawn
 * for the end ports of {@code guid_routing_order_file}.
 */
final class Ties {
  private final Fabric fabric;
  private final boolean shifting;
  private final int scatterSeed;
  private final BitSet undrawn; // LIDs

  Ties(Fabric fabric, LidMap lids, PortOptions options) {
    this.fabric = fabric;
    shifting = options.portShifting();
    scatterSeed = options.scatterPorts();
    undrawn = options.guidRoutingOrderNoScatter() ? lids(fabric, lids, options) : new BitSet();
  }

  /** Of the end ports that are routed first. */
  private static BitSet lids(Fabric fabric, LidMap lids, PortOptions options) {
    BitSet listed = new BitSet();
    for (long guid : options.guidRoutingOrder()) {
      int port = fabric.endPortByGuid(guid);
      if (port != Fabric.NONE) {
        listed.set(lids.baseLid(port), lids.baseLid(port) + lids.lidCount(port));
      }
    }
    return listed;
  }

  /** Whether it is always the first in port order. */
  boolean areSimple() {
    return !shifting && scatterSeed == 0;
  }

  /**
   * By how much the order is rotated.
   *
   * @param paths counted so far on all candidates
   * @param candidates how many there are
   */
  int shift(long paths, int candidates) {
    return shifting ? (int) (paths / candidates % candidates) : 0;
  }

  /** Which of some equals to take, counted from 0. */
  int draw(int node, int lid, int equals) {
    if (scatterSeed == 0 || undrawn.get(lid)) {
      return 0;
    }
    long byNode = new SeededRandom(scatterSeed ^ fabric.nodeGuid(node)).next();
    return new SeededRandom(byNode ^ lid).below(equals);
  }
}
