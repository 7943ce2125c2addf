package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.generation.ActivatedTables;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.registry.Repathing;
import io.dateline.routing.torus.TorusEngine;
import io.dateline.sm.config.RoutingSettings;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Has a routing computed, by one engine of the list after the other; judged; and, at the same time,
 * its layers assigned.
 */
final class RoutingOrder {
  /**
   * Engines answer every command, but commands and answers are lost where shards move or nodes go
   * away; so an engine is asked again, each time after twice as long, and does its work once.
   */
  private static final Duration FIRST_WAIT = Duration.ofSeconds(5);

  /** The longest time between two questions. */
  private static final Duration LAST_WAIT = Duration.ofMinutes(30);

  /** Of an engine; more are counted. */
  private static final int WARNINGS_MAX = 50;

  private final SmContext context;
  private final SubnetManagerSetup setup;
  private final Situation situation;
  private final StepPipe pipe;
  private final LayerQuestion layers;
  private RoutingSettings settings; // of the sweep that was routed last; null before
  private List<String> engines = List.of(); // in the order in which they are tried

  RoutingOrder(SmContext context, StepPipe pipe, LayerQuestion layers) {
    this.context = context;
    setup = context.setup();
    situation = context.situation();
    this.pipe = pipe;
    this.layers = layers;
  }

  /**
   * The engine is asked once programmers have told what they remember, if they were asked.
   *
   * @param given for this sweep
   */
  void begin(SubnetState state, RoutingSettings given) {
    settings = given;
    engines = given.engines().order();
    situation.enter(SweepPhase.ROUTING, state);
    HeavySweep sweep = situation.sweep;
    settings.warnings().forEach(sweep::warn);
    sweep.subnet =
        FabricGeneration.of(
            sweep.generation, sweep.found.fabric(), sweep.lids.lids(), state.memory());
    setup.generations().add(sweep.subnet);
    if (sweep.recall == null || sweep.recall.isComplete()) {
      askFirstEngine(sweep);
    }
  }

  void recalled(StepEnded.Recalled recalled) {
    HeavySweep sweep = situation.sweep;
    if (sweep.recall != null) {
      sweep.recall.take(recalled.switchIndex(), recalled.row());
      if (sweep.recall.isComplete() && sweep.phase() == SweepPhase.ROUTING) {
        askFirstEngine(sweep);
      }
    }
  }

  private void askFirstEngine(HeavySweep sweep) {
    if (sweep.recall != null) {
      sweep
          .recall
          .tables(sweep.subnet.lids())
          .map(tables -> new ActivatedTables(sweep.subnet, sweep.recall.engine(), tables))
          .ifPresent(setup.generations()::activated);
      sweep.recall = null;
    }
    askEngine(sweep);
  }

  private void askEngine(HeavySweep sweep) {
    askEngine(sweep, FIRST_WAIT);
  }

  private void askEngine(HeavySweep sweep, Duration wait) {
    long generation = sweep.generation;
    String engine = engines.get(sweep.refusals.size());
    String options = settings.options().digest();
    String memory = sweep.subnet.memory().digest();
    Workers.Order order =
        new Workers.Order(engine, sweep.subnet.topologyId(), generation, options, memory);
    context
        .out()
        .await(
            "engine %s, %d s".formatted(engine, wait.toSeconds()),
            () -> setup.workers().compute(order, wait),
            (reply, failure) ->
                failure == null
                    ? new StepEnded.EngineReplied(generation, reply)
                    : new StepEnded.EngineSilent(generation, engine, wait));
  }

  /**
   * Asks the engine that did not answer again.
   *
   * @return why there is no routing, if it was asked often enough
   */
  Optional<String> silent(StepEnded.EngineSilent silent) {
    Duration wait = silent.waited().multipliedBy(2);
    if (wait.compareTo(LAST_WAIT) > 0) {
      return Optional.of("engine " + silent.engine() + " did not answer");
    }
    askEngine(situation.sweep, wait);
    return Optional.empty();
  }

  /**
   * Has what an engine computed examined, or asks the next one where it has refused.
   *
   * @return why there is no routing, if that is certain
   */
  Optional<String> take(SubnetState state, RoutingEngineBehavior.Reply reply) {
    return switch (reply) {
      case RoutingEngineBehavior.Computed computed -> examine(state, computed);
      case RoutingEngineBehavior.Refused refused -> {
        HeavySweep sweep = situation.sweep;
        setup
            .generations()
            .learnt(sweep.generation, refused.engine())
            .ifPresent(learnt -> sweep.learnt = learnt);
        yield refused(refused.engine(), refused.reason());
      }
      case RoutingEngineBehavior.UnknownGeneration unknown ->
          Optional.of("the engine's node does not know generation " + unknown.generation());
    };
  }

  private Optional<String> refused(String engine, String reason) {
    HeavySweep sweep = situation.sweep;
    warn("engine %s refused: %s".formatted(engine, reason));
    sweep.refusals.add(new Refusal(engine, reason));
    if (isRefused()) {
      return Optional.of("every routing engine refused: " + Refusal.inWords(sweep.refusals));
    }
    askEngine(sweep);
    return Optional.empty();
  }

  /** Whether no engine is left to be asked. */
  boolean isRefused() {
    int refusals = situation.sweep.refusals.size();
    return refusals > 0 && refusals == engines.size();
  }

  private void tellWarnings(String engine, List<String> warnings) {
    warnings.stream().limit(WARNINGS_MAX).forEach(warning -> warn(engine + ": " + warning));
    if (warnings.size() > WARNINGS_MAX) {
      warn("%s: %d more warnings".formatted(engine, warnings.size() - WARNINGS_MAX));
    }
  }

  private void warn(String sentence) {
    context.out().warn("Heavy sweep {}: {}", situation.sweep.generation, sentence);
    situation.sweep.warnTold(sentence);
  }

  private Optional<String> examine(SubnetState state, RoutingEngineBehavior.Computed computed) {
    situation.enter(SweepPhase.JUDGING, state);
    HeavySweep sweep = situation.sweep;
    sweep.digest = computed.digest();
    Optional<ComputedRouting> kept =
        setup.generations().routing(sweep.generation, computed.engine());
    if (kept.isEmpty()) {
      return Optional.of("the tables of engine " + computed.engine() + " are not on this node");
    }
    if (isAfterTorus(state, sweep)) {
      Repathing.warnings(computed.engine(), sweep.subnet.memory()).forEach(this::warn);
    }
    Repathing.warning(
            computed.engine(), Optional.ofNullable(state.active()).map(RoutingPlanned::engine))
        .ifPresent(this::warn);
    tellWarnings(computed.engine(), kept.get().warnings());
    sweep.routing = kept.get().routing();
    sweep.memory = withLearnt(kept.get().memory(), sweep.learnt);
    sweep.creditLoopFree = kept.get().creditLoopFree();
    sweep.check = null;
    sweep.layersTold = null;
    Fabric fabric = sweep.found.fabric();
    LidMap lids = sweep.lids.lids();
    List<Integer> leftOut = kept.get().leftOut();
    List<Integer> partly = kept.get().partly();
    int own = sweep.found.localPort();
    Routing routing = sweep.routing;
    pipe.pipe(
        "judge of " + routing.engine(),
        () ->
            CompletableFuture.supplyAsync(
                () -> RoutingCheck.of(fabric, lids, routing, leftOut, partly, own),
                setup.computing()),
        StepEnded.Judged::new);
    if (sweep.creditLoopFree) {
      layers.ask(sweep);
    }
    return Optional.empty();
  }

  /**
   * What the engine that routed was told is from before the refusal, and what was learnt stands. An
   * engine that asks for nothing does not depend on it.
   */
  private static EngineMemory withLearnt(EngineMemory memory, EngineMemory learnt) {
    return learnt == null || memory.equals(EngineMemory.NONE)
        ? memory
        : memory.with(learnt.torus());
  }

  /**
   * Whether torus-2QoS would have been next, or was last; once it is left behind, that is known.
   */
  private static boolean isAfterTorus(SubnetState state, HeavySweep sweep) {
    boolean wasLast = state.planned() != null && state.planned().engine().equals(TorusEngine.NAME);
    return wasLast
        || sweep.refusals.stream().anyMatch(refusal -> refusal.engine().equals(TorusEngine.NAME));
  }

  /**
   * What becomes of the routing; nothing while the judge has not answered, nor the layer assigner
   * where the engine claims something that it has to prove.
   */
  Optional<RoutingRuling> ruling() {
    HeavySweep sweep = situation.sweep;
    if (sweep.check == null) {
      return Optional.empty();
    }
    if (!sweep.creditLoopFree) {
      return Optional.of(RoutingRuling.onNoClaim(sweep.check));
    }
    return Optional.ofNullable(sweep.layersTold)
        .map(layers -> RoutingRuling.onClaim(sweep.check, layers));
  }

  /**
   * Asks the next engine.
   *
   * @return why there is no routing, if there is no other engine
   */
  Optional<String> refuted(SubnetState state, String reason) {
    situation.enter(SweepPhase.ROUTING, state);
    return refused(situation.sweep.routing.engine(), reason);
  }
}
