package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import io.dateline.fabric.TableDigest;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Computed;
import io.dateline.routing.actors.generation.ActivatedTables;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.cache.UnicastCache;
import io.dateline.routing.chain.ChainEngine;
import io.dateline.sm.state.RestoredRouting;
import io.dateline.sm.state.SubnetState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Has a sweep go on with the tables of before where no engine is needed ({@link UnicastCache}):
 * {@code use_ucast_cache}. They are judged and proven as an engine's are. A sweep of the whole asks
 * the engine, as all that operators order is, and so does all that may change what the engine would
 * say.
 */
final class CachedRouting {
  /**
   * What an engine made last, as the switches were told it.
   *
   * @param multicast the tree that groups are parts of, where the engine has one
   * @param memory what engines were to be told again from then on
   * @param creditLoopFree whether the engine claimed that, or it is proven
   * @param servesAll whether the engine left nothing out
   * @param refusals of the engines before it in the list
   * @param warnings the engine's
   */
  private record Base(
      ActivatedTables made,
      Optional<MulticastTree> multicast,
      String digest,
      EngineMemory memory,
      boolean creditLoopFree,
      boolean servesAll,
      List<Refusal> refusals,
      List<String> warnings) {}

  private final SmContext context;
  private final StepPipe pipe;
  private Base base; // null while this term has none

  CachedRouting(SmContext context, StepPipe pipe) {
    this.context = context;
    this.pipe = pipe;
  }

  /** Another node may have told the switches something since. */
  void forget() {
    base = null;
  }

  /** Switches are told the routing of a sweep. Where no engine made it, that of before counts. */
  void remember(SubnetState state, HeavySweep sweep) {
    if (sweep.cached) {
      return;
    }
    base =
        context
            .setup()
            .generations()
            .routing(sweep.generation, sweep.routing.engine())
            .map(
                made ->
                    new Base(
                        sweep.activated(),
                        sweep.routing.multicast(),
                        sweep.digest,
                        state.memory(),
                        sweep.creditLoopFree,
                        made.leftOut().isEmpty() && made.partly().isEmpty(),
                        List.copyOf(sweep.refusals),
                        made.warnings()))
            .orElse(null);
  }

  /**
   * Looks whether the tables can go on; the answer is {@link StepEnded.CacheLooked}.
   *
   * @return whether it looks; if not, an engine is to be asked
   */
  boolean begin(SubnetState state, HeavySweep sweep) {
    if (sweep.extent.isWhole() || !sweep.settings.routing().usesUnicastCache()) {
      return false;
    }
    if (base == null) {
      base = resumed(state);
    }
    Optional<String> obstacle = obstacle(state, sweep);
    if (obstacle.isPresent()) {
      tellFall(sweep, obstacle.get());
      return false;
    }
    Base before = base;
    pipe.pipe(
        "unicast cache",
        () -> CompletableFuture.supplyAsync(() -> look(before, sweep), context.setup().computing()),
        (generation, looked) -> looked);
    return true;
  }

  /** The routing that the term went on with. */
  private Base resumed(SubnetState state) {
    HeavySweep active = context.situation().active;
    RoutingPlanned plan = state.planned();
    if (active == null || plan == null || plan.generation() != active.generation) {
      return null;
    }
    String memory = state.memory().of(active.found.fabric()).digest();
    return plan.memoryDigest().isEmpty() || plan.memoryDigest().equals(memory)
        ? new Base(
            active.activated(),
            active.routing.multicast(),
            active.digest,
            state.memory(),
            active.layers != null && active.layers.acyclic(),
            true,
            List.copyOf(active.refusals),
            List.of())
        : null;
  }

  /** Why an engine has to be asked, whatever has changed. */
  private Optional<String> obstacle(SubnetState state, HeavySweep sweep) {
    RoutingPlanned plan = state.planned();
    if (base == null || plan == null) {
      return Optional.of("this term has no routing yet");
    }
    if (!base.servesAll()) {
      return Optional.of("the engine did not serve all");
    }
    if (PlanAgreement.isPlannedOtherwise(plan, sweep.settings)) {
      return Optional.of(PlanAgreement.differences(plan, sweep.settings));
    }
    return state.memory().equals(base.memory())
        ? Optional.empty()
        : Optional.of("engines are to remember something else");
  }

  /**
   * Takes in what came of looking.
   *
   * @return whether the tables go on
   */
  boolean take(HeavySweep sweep, StepEnded.CacheLooked looked) {
    sweep.cached = looked.standing().isPresent();
    if (!sweep.cached) {
      tellFall(sweep, looked.words());
      return false;
    }
    sweep.refusals.addAll(base.refusals()); // its engine still stands in for these
    context
        .out()
        .info(
            "Heavy sweep {}: no engine is asked, the tables of generation {} go on: {}{}",
            sweep.generation,
            base.made().generation().number(),
            looked.words(),
            base.refusals().isEmpty()
                ? ""
                : "; refused before: " + Refusal.inWords(base.refusals()));
    return true;
  }

  /**
   * Whether it was tables of before that the judge, or the proof of layers, has turned down: then
   * engines are asked.
   */
  boolean isRefuted(HeavySweep sweep, String reason) {
    if (!sweep.cached) {
      return false;
    }
    sweep.cached = false;
    sweep.refusals.clear(); // engines are asked from the first one on
    context.setup().generations().drop(sweep.generation, sweep.routing.engine());
    String sentence = "the tables of before cannot go on, an engine is asked: " + reason;
    context.out().warn("Heavy sweep {}: {}", sweep.generation, sentence);
    sweep.warnTold(sentence);
    return true;
  }

  private void tellFall(HeavySweep sweep, String why) {
    context.out().info("Heavy sweep {}: an engine is asked: {}", sweep.generation, why);
  }

  /** On a thread that computes. */
  private StepEnded.CacheLooked look(Base before, HeavySweep sweep) {
    FabricGeneration now = sweep.subnet;
    FabricGeneration then = before.made().generation();
    if (before.made().engine().equals(ChainEngine.NAME)) {
      Optional<String> renamed = renamed(then.fabric(), now.fabric());
      if (renamed.isPresent()) {
        return fall(now, renamed.get());
      }
    }
    UnicastCache cache = new UnicastCache(then.fabric(), then.lids(), before.made().tables());
    return switch (cache.look(now.fabric(), now.lids())) {
      case UnicastCache.Fall(String why) -> fall(now, why);
      case UnicastCache.Stand stand ->
          RestoredRouting.by(
                  before.made().engine(),
                  now,
                  sweep.settings.routing().options().routing(),
                  stand.tables())
              .map(
                  routing ->
                      withTree(before, now, routing)
                          .map(whole -> standing(before, now, whole, stand))
                          .orElseGet(() -> fall(now, "a switch that led groups on has gone")))
              .orElseGet(() -> fall(now, "its SLs are not all known"));
    };
  }

  /** Which node has another name than before: it may be in other port groups. */
  private static Optional<String> renamed(Fabric then, Fabric now) {
    for (int node = 0; node < now.nodeCount(); node++) {
      int before = then.nodeByGuid(now.nodeGuid(node));
      if (before != Fabric.NONE && !then.description(before).equals(now.description(node))) {
        return Optional.of(
            "node %s has another description, and may be in other port groups"
                .formatted(Guid.format(now.nodeGuid(node))));
      }
    }
    return Optional.empty();
  }

  private static StepEnded.CacheLooked fall(FabricGeneration now, String why) {
    return new StepEnded.CacheLooked(now.number(), Optional.empty(), why);
  }

  /** The routing of before with the tree of before: groups stay where they are. */
  private static Optional<Routing> withTree(Base before, FabricGeneration now, Routing routing) {
    return before.multicast().isEmpty()
        ? Optional.of(routing)
        : before
            .multicast()
            .flatMap(tree -> tree.in(before.made().generation().fabric(), now.fabric()))
            .map(routing::withMulticast);
  }

  private static String digest(Base before, ForwardingTables tables) {
    return tables.hasSameRows(before.made().tables()) ? before.digest() : TableDigest.of(tables);
  }

  private static String away(UnicastCache.Stand stand) {
    return stand.switchesGone() == 0 && stand.portsGone() == 0
        ? "nothing of it is away"
        : "%d switches and %d end ports of it are away"
            .formatted(stand.switchesGone(), stand.portsGone());
  }

  private StepEnded.CacheLooked standing(
      Base before, FabricGeneration now, Routing routing, UnicastCache.Stand stand) {
    ComputedRouting standing =
        new ComputedRouting(
            now.number(),
            routing,
            before.creditLoopFree(),
            digest(before, stand.tables()),
            0,
            before.warnings(),
            now.memory(),
            List.of(),
            List.of(),
            true,
            Map.of(),
            Map.of());
    context.setup().generations().add(standing);
    return new StepEnded.CacheLooked(
        now.number(), Optional.of(Computed.of(standing, routing.engine())), away(stand));
  }
}
