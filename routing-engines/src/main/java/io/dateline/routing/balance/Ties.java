package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.random.SeededRandom;
import io.dateline.routing.PortOptions;

/**
 * Which of several ports to take that are as good as each other.
 *
 * <p>Without options the first in port order. {@code port_shifting} has the order begin elsewhere
 * each time, so that the tables of different switches do not fall into step. {@code scatter_ports}
 * draws one: by seed, switch and LID, so that the draw is the same on every SM node and stays as it
 * is whatever else changes in the fabric.
 */
final class Ties {
  private final Fabric fabric;
  private final boolean shifting;
  private final int scatterSeed;

  Ties(Fabric fabric, PortOptions options) {
    this.fabric = fabric;
    shifting = options.portShifting();
    scatterSeed = options.scatterPorts();
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
    if (scatterSeed == 0) {
      return 0;
    }
    long byNode = new SeededRandom(scatterSeed ^ fabric.nodeGuid(node)).next();
    return new SeededRandom(byNode ^ lid).below(equals);
  }
}
