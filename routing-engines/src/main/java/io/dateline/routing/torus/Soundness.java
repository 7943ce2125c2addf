package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Lane;
import io.dateline.routing.proof.LayerProof;
import io.dateline.routing.proof.UnicastLanes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Looks whether early turns serve every pair of switches and close no credit loop, where the places
 * of what is missing decide that.
 */
final class Soundness {
  private static final int NAMED_MAX = 6;

  private final Torus torus;
  private final Rings rings;
  private final Damage damage;

  Soundness(Torus torus, Rings rings, Damage damage) {
    this.torus = torus;
    this.rings = rings;
    this.damage = damage;
  }

  /** A pair of switches that the paths do not join, in a sentence. Time: places squared. */
  Optional<String> lostPair(TorusPaths paths) {
    int places = torus.shape().places();
    boolean[] arrives = new boolean[places];
    for (int to = 0; to < places; to++) {
      if (rings.isPresent(to)) {
        Arrays.fill(arrives, false);
        arrives[to] = true;
        for (int from = 0; from < places; from++) {
          if (rings.isPresent(from) && !follow(paths, from, to, arrives)) {
            return Optional.of(
                "%s leave no way from %s to %s"
                    .formatted(
                        damage.describe(torus),
                        TorusNames.switchAt(torus, from),
                        TorusNames.switchAt(torus, to)));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Whether a path arrives; then the places on it are marked. */
  private boolean follow(TorusPaths paths, int from, int to, boolean[] arrives) {
    int place = from;
    for (int hops = 0; !arrives[place]; hops++) {
      int direction = paths.next(place, to);
      if (direction == Fabric.NONE || hops == arrives.length) {
        return false;
      }
      place = torus.nextPlace(place, direction);
    }
    for (place = from; !arrives[place]; place = torus.nextPlace(place, paths.next(place, to))) {
      arrives[place] = true;
    }
    return true;
  }

  /** The lanes that unicast packets take; what most of the time goes into. */
  UnicastLanes lanes(LidMap lids, Routing routing, int threads) {
    return UnicastLanes.of(torus.fabric(), enough(lids), routing, threads);
  }

  /** A credit loop that can form, in a sentence. */
  Optional<String> creditLoop(LayerProof proof) {
    List<Lane> cycle = proof.cycle();
    return cycle.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s lead to turns that close a credit loop of %d channels: %s%s"
                .formatted(
                    damage.describe(torus),
                    cycle.size(),
                    cycle.stream()
                        .limit(NAMED_MAX)
                        .map(lane -> lane.describe(torus.fabric()))
                        .collect(Collectors.joining(", ")),
                    cycle.size() > NAMED_MAX ? ", .." : ""));
  }

  /**
   * The LIDs to look at. Where no cables are parallel, packets of an adapter go as those of its
   * switch do, and a proof over the switches' LIDs alone is worth that over all, in a quarter of
   * the time or less.
   */
  private LidMap enough(LidMap lids) {
    Fabric fabric = torus.fabric();
    LidMap.Builder own = new LidMap.Builder(fabric);
    for (int node = 0; node < fabric.switchCount(); node++) {
      int management = fabric.port(node, 0);
      if (torus.placeOf(node) == Fabric.NONE) {
        continue;
      }
      if (lids.lidCount(management) == 0 || torus.hasParallelCables(node)) {
        return lids;
      }
      own.assign(management, lids.baseLid(management), 0);
    }
    return own.build();
  }
}
