package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.TorusConf;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.layers.DataVls;
import io.dateline.routing.proof.UnicastLanes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Routes a fabric over the frame that its switches have been placed in. */
final class TorusRouting {
  private static final List<Approach> USUAL = List.of(Approach.SHORTER);
  private static final List<Approach> ALL = List.of(Approach.values());

  private final Fabric fabric;
  private final LidMap lids;
  private final TorusConf conf;
  private final FrameOutcome.Found found;
  private final int threads;
  private final Torus torus;
  private final Rings rings;
  private final EngineMemory memory; // of before
  private final DataVls dataVls;
  private final TorusLanes lanes;
  private final TorusLevels levels;

  TorusRouting(RoutingRequest request, TorusConf conf, FrameOutcome.Found found, int threads) {
    fabric = request.fabric();
    lids = request.lids();
    this.conf = conf;
    this.found = found;
    this.threads = threads;
    torus = Torus.of(fabric, found.frame(), conf.portgroupMaxPorts());
    rings = Rings.of(torus);
    memory = request.memory();
    dataVls = DataVls.of(fabric, request.options().lanes());
    lanes = new TorusLanes(torus, dataVls);
    levels = new TorusLevels(torus, lids);
  }

  /** Tables, or why there are none. */
  RoutingOutcome outcome() {
    // What is wrong may be the file, and then its seeds as well: nothing is learnt of them.
    Optional<String> unusable = TorusRules.unusable(torus, rings, dataVls, conf);
    if (unusable.isPresent()) {
      return new RoutingOutcome.Refused(TorusEngine.NAME, unusable.get());
    }
    Optional<String> disjoint = TorusRules.disjointLines(torus, rings);
    if (disjoint.isPresent()) {
      return refused(disjoint.get());
    }
    Damage damage = Damage.of(torus, rings);
    TorusEnds ends = new TorusEnds(fabric, lids, conf.portOrder());
    // Without missing switches there are no turns that dimension order forbids, and a ring with a
    // gap closes no loop. Otherwise it depends on the places of what is missing.
    if (damage.switches().isEmpty()) {
      Routing unicast = routing(TorusPaths.of(torus, rings, Approach.SHORTER), ends);
      return MasterTree.candidates(torus)
          .findFirst()
          .map(tree -> routed(unicast.withMulticast(tree), damage))
          .orElseGet(() -> refused(withoutTree(damage)));
    }
    return examined(damage, ends);
  }

  private String withoutTree(Damage damage) {
    return damage.describe(torus) + " leave no tree for multicast";
  }

  /**
   * What the first approach gives that nothing can be said against. Torus-2QoS promises to route
   * whatever cables are missing beside switches side by side in the last dimension; of anything
   * else it does what it can by the shorter way.
   */
  private RoutingOutcome examined(Damage damage, TorusEnds ends) {
    Soundness soundness = new Soundness(torus, rings, damage);
    String reason = "";
    for (Approach approach : damage.onOneLastLine() ? ALL : USUAL) {
      TorusPaths paths = TorusPaths.of(torus, rings, approach);
      Optional<String> objection = soundness.lostPair(paths);
      if (objection.isEmpty()) {
        Routing unicast = routing(paths, ends);
        UnicastLanes taken = soundness.lanes(lids, unicast, threads);
        objection = soundness.creditLoop(taken.alone());
        Optional<MulticastTree> tree =
            objection.isEmpty() ? SoundTree.of(torus, rings, taken) : Optional.empty();
        if (tree.isPresent()) {
          return routed(unicast.withMulticast(tree.get()), damage);
        }
      }
      reason = reason.isEmpty() ? objection.orElseGet(() -> withoutTree(damage)) : reason;
    }
    return refused(reason);
  }

  private Routing routing(TorusPaths paths, TorusEnds ends) {
    ForwardingTables tables = TorusTables.of(torus, rings, paths, ends, lids.maxLid(), threads);
    return new Routing(TorusEngine.NAME, tables, lanes, levels, TorusLanes.used(dataVls));
  }

  private RoutingOutcome routed(Routing routing, Damage damage) {
    List<Integer> leftOut = rings.endPortsOutside(lids);
    List<String> warnings = new ArrayList<>(found.warnings());
    warnings.addAll(TorusWarnings.of(torus, damage, dataVls, leftOut));
    return new RoutingOutcome.Routed(
        routing,
        true,
        warnings,
        Map.of(TorusDump.FILE, TorusDump.of(torus)),
        memory.with(Optional.of(found.frame())),
        leftOut,
        List.of());
  }

  /** For a damage: where switches are is known all the same. */
  private RoutingOutcome refused(String reason) {
    return new RoutingOutcome.Refused(
        TorusEngine.NAME, reason, LearntPlaces.of(memory, torus, found.frame()));
  }
}
