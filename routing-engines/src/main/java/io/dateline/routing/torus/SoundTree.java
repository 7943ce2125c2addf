package io.dateline.routing.torus;

import io.dateline.fabric.LidMap;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import io.dateline.routing.proof.UnicastLanes;
import java.util.Optional;

/** The tree for multicast that closes no credit loop with the unicast packets of a routing. */
final class SoundTree {
  static final int TREES_MAX = 32; // that are tried around missing switches

  private SoundTree() {}

  /**
   * The first one: one along lines, or, with missing switches beside each other, one that is grown
   * cable by cable.
   *
   * @param taken by unicast packets, which close no credit loop by themselves
   */
  static Optional<MulticastTree> of(Torus torus, Rings rings, UnicastLanes taken) {
    return MasterTree.candidates(torus)
        .limit(TREES_MAX)
        .filter(tree -> taken.with(tree).acyclic())
        .findFirst()
        .or(() -> GrownTree.of(torus, rings, taken, TREES_MAX));
  }

  /**
   * The tree that went with a routing when it was made: the same switches, cables and tables lead
   * to the same one.
   *
   * @param unicast the routing without a tree
   */
  static Optional<MulticastTree> again(Torus torus, LidMap lids, Routing unicast, int threads) {
    Rings rings = Rings.of(torus);
    Damage damage = Damage.of(torus, rings);
    if (damage.switches().isEmpty()) {
      return MasterTree.candidates(torus).findFirst();
    }
    UnicastLanes taken = new Soundness(torus, rings, damage).lanes(lids, unicast, threads);
    return taken.alone().acyclic() ? of(torus, rings, taken) : Optional.empty();
  }
}
