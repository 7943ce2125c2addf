package io.dateline.sm.manager;

import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.generation.ActivatedTables;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.sm.config.RoutingSettings;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Has a routing computed, by one engine of the list after the other; judged; and, at the same time,
 * its layers assigned. Where the list is one of candidates all of them are asked and judged first
 * ({@link Contest}); the winner stays while it can route the fabric.
 */
final class RoutingOrder {
  /**
   * Engines answer every command, but commands and answers are lost where shards move or nodes go
   * away; so an engine is asked again, each time after twice as long, and does its work once.
   */
  private static final Duration FIRST_WAIT = Duration.ofSeconds(5);

  /** The longest time between two questions. */
  private static final Duration LAST_WAIT = Duration.ofMinutes(30);

  private static final String BUSY_TIMER = "engine-busy";

  private final SmContext context;
  private final SubnetManagerSetup setup;
  private final Situation situation;
  private final LayerQuestion layers;
  private final JudgeQuestion judge;
  private final Tournament tournament;
  private final CachedRouting cache;
  private final Adoption adoption;
  private final Witnesses witnesses;
  private final TrialNodes nodes;
  private final PlanFact plans;
  private RoutingSettings settings; // of the sweep that was routed last; null before
  private List<String> engines = List.of(); // in the order in which they are tried
  private Duration waited = FIRST_WAIT; // for the engine that was asked last, at the most

  RoutingOrder(SmContext context, StepPipe pipe, LayerQuestion layers) {
    this.context = context;
    setup = context.setup();
    situation = context.situation();
    this.layers = layers;
    judge = new JudgeQuestion(context, pipe);
    cache = new CachedRouting(context, pipe);
    adoption = new Adoption(this::warn);
    nodes = new TrialNodes(context, this::warn);
    tournament =
        new Tournament(
            context,
            nodes,
            (sweep, engine) -> askEngine(sweep, engine, List.of(), FIRST_WAIT),
            this::warn);
    witnesses = new Witnesses(context, nodes, this::warn);
    plans = new PlanFact(context, tournament, nodes);
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
    settings.warnings().forEach(sweep::warnTold); // when they were read
    sweep.subnet =
        FabricGeneration.of(
            sweep.generation, sweep.found.fabric(), sweep.lids.lids(), state.memory());
    setup.generations().add(sweep.subnet);
    if (sweep.wishes.contains(SweepWish.REBALANCE)) {
      setup.generations().respectNone(sweep.generation);
    }
    if (sweep.recall == null || sweep.recall.isComplete()) {
      askFirstEngine(state, sweep);
    }
  }

  void recalled(SubnetState state, StepEnded.Recalled recalled) {
    HeavySweep sweep = situation.sweep;
    if (sweep.recall != null) {
      sweep.recall.take(recalled.switchIndex(), recalled.row());
      if (sweep.recall.isComplete() && sweep.phase() == SweepPhase.ROUTING) {
        askFirstEngine(state, sweep);
      }
    }
  }

  private void askFirstEngine(SubnetState state, HeavySweep sweep) {
    if (sweep.recall != null) {
      sweep
          .recall
          .tables(sweep.subnet.lids())
          .map(
              tables ->
                  new ActivatedTables(
                      sweep.subnet, sweep.recall.engine(), tables, state.memory().chain()))
          .ifPresent(
              sweep.foreign.isEmpty()
                  ? setup.generations()::recalled
                  : setup.generations()::activated);
      sweep.recall = null;
    }
    if (!cache.begin(state, sweep)) {
      askNextEngine(state, sweep);
    }
  }

  /** Whether the tables of before can go on: what they are goes the way of what an engine made. */
  Optional<String> looked(SubnetState state, StepEnded.CacheLooked looked) {
    if (cache.take(situation.sweep, looked)) {
      return examine(state, looked.standing().orElseThrow());
    }
    askNextEngine(state, situation.sweep);
    return Optional.empty();
  }

  /** From now on switches are told the routing of the sweep. */
  void programs(SubnetState state) {
    cache.remember(state, situation.sweep);
  }

  /** What was known of the routing in the switches was another term's. */
  void termBegins() {
    cache.forget();
  }

  /** There is one that has not refused. */
  private void askNextEngine(SubnetState state, HeavySweep sweep) {
    List<String> left = new ArrayList<>(engines);
    sweep.refusals.forEach(refusal -> left.remove(refusal.engine()));
    List<String> candidates = new ArrayList<>(settings.engines().candidates());
    candidates.retainAll(left);
    if (candidates.isEmpty()) {
      askFor(state, sweep, left.getFirst());
    } else {
      plans
          .lastWinner(state, sweep, settings)
          .filter(candidates::contains)
          .ifPresentOrElse(
              winner -> askFor(state, sweep, winner),
              () -> tournament.begin(state, sweep, candidates));
    }
  }

  /** The one that routes, if it can; other nodes compute, too. */
  private void askFor(SubnetState state, HeavySweep sweep, String engine) {
    witnesses.ask(state, sweep, engine, List.of());
    askEngine(sweep, engine, nodes.others(sweep), FIRST_WAIT);
  }

  /** Nodes that help may route steps of a chain. */
  private void askEngine(HeavySweep sweep, String engine, List<Long> helpers, Duration wait) {
    waited = wait;
    long generation = sweep.generation;
    String options = settings.options().digest();
    String memory = sweep.subnet.memory().digest();
    Workers.Order order =
        new Workers.Order(engine, sweep.subnet.topologyId(), generation, options, memory, helpers);
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
    if (wait.compareTo(LAST_WAIT) > 0 && Tournament.isOpen(situation.sweep)) {
      tournament.gaveUp(situation.sweep, "it did not answer");
      return Optional.empty();
    }
    if (wait.compareTo(LAST_WAIT) > 0) {
      return Optional.of("engine " + silent.engine() + " did not answer");
    }
    askEngine(situation.sweep, silent.engine(), List.of(), wait);
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
        yield refused(state, refused.engine(), refused.reason());
      }
      case RoutingEngineBehavior.Busy busy -> busy(state, busy.engine());
      case RoutingEngineBehavior.UnknownGeneration unknown ->
          Optional.of("the engine's node does not know generation " + unknown.generation());
    };
  }

  /**
   * What keeps it busy ends as a rule, and another engine would give other paths for no reason of
   * the fabric. One that is busy for as long as a silent one is waited for hangs.
   */
  private Optional<String> busy(SubnetState state, String engine) {
    HeavySweep sweep = situation.sweep;
    if (waited.multipliedBy(2).compareTo(LAST_WAIT) > 0) {
      String reason = "it had other work for too long";
      if (Tournament.isOpen(sweep)) {
        tournament.gaveUp(sweep, reason);
        return Optional.empty();
      }
      return refused(state, engine, reason);
    }
    String sentence = "engine %s has other work, and is asked again".formatted(engine);
    if (!sweep.isTold(sentence)) {
      warn(sentence);
    }
    context
        .out()
        .startTimer(
            BUSY_TIMER, waited, new StepEnded.EngineSilent(sweep.generation, engine, waited));
    return Optional.empty();
  }

  private Optional<String> refused(SubnetState state, String engine, String reason) {
    HeavySweep sweep = situation.sweep;
    if (Tournament.isOpen(sweep)) {
      tournament.refused(sweep, reason);
      return Optional.empty();
    }
    refuse(engine, reason);
    return goOn(state, sweep);
  }

  private void refuse(String engine, String reason) {
    warn("engine %s refused: %s".formatted(engine, reason));
    situation.sweep.refusals.add(new Refusal(engine, reason));
  }

  private Optional<String> goOn(SubnetState state, HeavySweep sweep) {
    if (isRefused()) {
      return Optional.of("every routing engine refused: " + Refusal.inWords(sweep.refusals));
    }
    askNextEngine(state, sweep);
    return Optional.empty();
  }

  private static boolean hasRefused(HeavySweep sweep, String engine) {
    return sweep.refusals.stream().anyMatch(refusal -> refusal.engine().equals(engine));
  }

  /** Another node has answered for a candidate. */
  void tried(StepEnded.CandidateTried tried) {
    tournament.tried(situation.sweep, tried);
  }

  /** Another node is no member any more. */
  void homeLost(long port) {
    tournament.lost(situation.sweep, port);
    witnesses.lost(situation.sweep, port);
  }

  /** Another node has said which tables it has; whether that may have been waited for. */
  boolean isWitnessed(StepEnded.TablesWitnessed witnessed) {
    return witnesses.take(situation.sweep, witnessed);
  }

  /** What another node says of a sweep that has ended: it may have been wrong all the same. */
  void comesLate(StepEnded ended) {
    HeavySweep active = situation.active;
    if (ended instanceof StepEnded.TablesWitnessed witnessed
        && active != null
        && active.generation == witnessed.generation()) {
      witnesses.take(active, witnessed);
    }
  }

  /** Other nodes have had enough time for their tables; whether they are waited for. */
  boolean areWitnessesLate() {
    return witnesses.late(situation.sweep);
  }

  /** Other nodes have had enough time for their candidates. */
  void candidatesLate() {
    tournament.late(situation.sweep);
  }

  /**
   * Takes in what the judge says.
   *
   * @return whether there is nothing more to do now: it is of a candidate
   */
  boolean isJudgedOnly(RoutingCheck check) {
    HeavySweep sweep = situation.sweep;
    if (!Tournament.isOpen(sweep)) {
      sweep.check = check;
      return false;
    }
    situation.enter(SweepPhase.ROUTING);
    tournament.judged(sweep, check);
    return true;
  }

  /**
   * All candidates have had their turn.
   *
   * @return why there is no routing, if there is no other engine
   */
  Optional<String> compared(SubnetState state) {
    HeavySweep sweep = situation.sweep;
    Optional<Contest.Entry> best = tournament.decide(sweep);
    if (best.isEmpty()) {
      sweep.contest.candidates().stream()
          .filter(out -> !hasRefused(sweep, out.engine()))
          .forEach(out -> refuse(out.engine(), out.reason()));
      return goOn(state, sweep);
    }
    Contest.Entry winner = best.get();
    Optional<ComputedRouting> kept = kept(sweep, winner.computed());
    if (kept.isEmpty()) {
      return missing(winner.computed());
    }
    adoption.adopt(state, sweep, winner.computed(), kept.get());
    sweep.check = winner.check();
    witnesses.ask(state, sweep, winner.computed().engine(), tournament.alike(sweep));
    if (sweep.creditLoopFree) {
      layers.ask(sweep);
    }
    return Optional.empty();
  }

  /** The routing of the sweep, for the journal. */
  RoutingPlanned planned(SubnetState state) {
    return plans.fact(state, situation.sweep, settings);
  }

  /** Whether no engine is left to be asked. */
  boolean isRefused() {
    int refusals = situation.sweep.refusals.size();
    return refusals > 0 && refusals == engines.size();
  }

  private void warn(String sentence) {
    HeavySweep sweep = situation.isSweeping() ? situation.sweep : situation.active;
    context.out().warn("Heavy sweep {}: {}", sweep.generation, sentence);
    sweep.warnTold(sentence);
  }

  private Optional<String> examine(SubnetState state, RoutingEngineBehavior.Computed computed) {
    situation.enter(SweepPhase.JUDGING, state);
    HeavySweep sweep = situation.sweep;
    Optional<ComputedRouting> kept = kept(sweep, computed);
    if (kept.isEmpty()) {
      return missing(computed);
    }
    boolean isCandidate = Tournament.isOpen(sweep);
    if (isCandidate) {
      sweep.contest.examine(computed);
    } else {
      adoption.adopt(state, sweep, computed, kept.get());
      sweep.check = null;
    }
    judge.ask(sweep, kept.get(), isCandidate);
    if (!isCandidate && sweep.creditLoopFree) {
      layers.ask(sweep);
    }
    return Optional.empty();
  }

  private Optional<ComputedRouting> kept(
      HeavySweep sweep, RoutingEngineBehavior.Computed computed) {
    return setup.generations().routing(sweep.generation, computed.engine());
  }

  private static Optional<String> missing(RoutingEngineBehavior.Computed computed) {
    return Optional.of("the tables of engine " + computed.engine() + " are not on this node");
  }

  /**
   * What becomes of the routing; nothing while the judge has not answered, nor the layer assigner
   * where the engine claims something that it has to prove, nor other nodes that compute, too.
   */
  Optional<RoutingRuling> ruling(SubnetState state) {
    HeavySweep sweep = situation.sweep;
    if (sweep.check == null || (sweep.creditLoopFree && sweep.layersTold == null)) {
      return Optional.empty();
    }
    return switch (witnesses.ruling(sweep, sweep.routingMillis)) {
      case WAIT -> Optional.empty();
      case USE -> Optional.of(ofTheseTables(sweep));
      case COMPUTE_AGAIN -> {
        situation.enter(SweepPhase.ROUTING, state);
        sweep.check = null;
        setup.generations().drop(sweep.generation, sweep.routing.engine());
        askEngine(sweep, sweep.routing.engine(), List.of(), FIRST_WAIT);
        yield Optional.empty();
      }
      case STEP_DOWN -> {
        String why = "other nodes agree on other tables: " + Witnesses.digests(sweep.vote, sweep);
        context.out().leave(SmEffect.Cause.WRONG_TABLES, why);
        yield Optional.of(new RoutingRuling.Unsettled(why));
      }
    };
  }

  private static RoutingRuling ofTheseTables(HeavySweep sweep) {
    return sweep.creditLoopFree
        ? RoutingRuling.onClaim(sweep.check, sweep.layersTold)
        : RoutingRuling.onNoClaim(sweep.check);
  }

  /**
   * Asks the next engine.
   *
   * @return why there is no routing, if there is no other engine
   */
  Optional<String> refuted(SubnetState state, String reason) {
    situation.enter(SweepPhase.ROUTING, state);
    situation.sweep.contest = null;
    situation.sweep.check = null;
    if (cache.isRefuted(situation.sweep, reason)) {
      askNextEngine(state, situation.sweep);
      return Optional.empty();
    }
    return refused(state, situation.sweep.routing.engine(), reason);
  }
}
