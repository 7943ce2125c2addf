package io.dateline.sm.manager;

import io.dateline.fabric.Guid;
import io.dateline.persistence.event.EngineComparison;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Has all candidates of a list asked. Where programmers are spread, so are candidates: each node is
 * asked for one engine after the other. When none is left that this node could ask itself, the
 * others are waited for as long as the longest turn took here: then their engines are asked here.
 * The best one is computed here in any case, before it is used. The one whose routing is in force
 * is asked here, so that no other node's word has it changed for a worse one.
 */
final class Tournament {
  private static final String LATE_TIMER = "candidates-late";
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  private final SmContext context;
  private final SubnetManagerSetup setup;
  private final BiConsumer<HeavySweep, String> askHere;
  private final Consumer<String> warn;
  private final TrialNodes nodes;
  private long term; // of the tournament
  private long turnBeganNs;
  private Duration longestTurn = Duration.ZERO;
  private boolean isTimed; // how long other nodes are waited for

  /**
   * None yet.
   *
   * @param askHere asks an engine on this node
   * @param warn takes sentences for the operator
   */
  Tournament(
      SmContext context,
      TrialNodes nodes,
      BiConsumer<HeavySweep, String> askHere,
      Consumer<String> warn) {
    this.context = context;
    setup = context.setup();
    this.nodes = nodes;
    this.askHere = askHere;
    this.warn = warn;
  }

  /** Begins one. */
  void begin(SubnetState state, HeavySweep sweep, Collection<String> candidates) {
    term = state.term();
    stopWaiting();
    nodes.leftOut().forEach(node -> warn.accept(node.inWords()));
    longestTurn = SHORTEST_WAIT;
    sweep.contest = new Contest(candidates, sweep.refusals, nodes.others(sweep), inForce(state));
    askNext(sweep);
    share(sweep);
  }

  private static Optional<String> inForce(SubnetState state) {
    return Optional.ofNullable(state.planned()).map(RoutingPlanned::engine);
  }

  private void share(HeavySweep sweep) {
    sweep.contest.share().forEach((engine, port) -> send(sweep, engine, port));
  }

  private void send(HeavySweep sweep, String engine, long port) {
    long generation = sweep.generation;
    nodes.ask(
        "candidate %s on another node".formatted(engine),
        sweep,
        term,
        engine,
        port,
        /* isJudged= */ true,
        answer -> new StepEnded.CandidateTried(generation, engine, port, answer));
  }

  /** Whether engines are still asked. */
  static boolean isOpen(HeavySweep sweep) {
    return sweep != null && sweep.contest != null && sweep.contest.isOpen();
  }

  /** Asks the next engine; when all have been, that is told. */
  private void askNext(HeavySweep sweep) {
    Contest contest = sweep.contest;
    Optional<String> next = contest.next();
    if (next.isPresent()) {
      turnBeganNs = context.time().nanos();
      askHere.accept(sweep, next.get());
    } else if (contest.isAwaiting()) {
      startWaiting(sweep);
    } else if (contest.provesBest() || doubtsRefusals(contest)) {
      askNext(sweep);
    } else {
      stopWaiting();
      context.out().tell(new StepEnded.Compared(sweep.generation));
    }
  }

  /** A node that is wrong costs the best routing at most, and never the only one. */
  private boolean doubtsRefusals(Contest contest) {
    List<String> engines = contest.doubtRefusals();
    if (!engines.isEmpty()) {
      context
          .out()
          .info(
              "No candidate has a routing: those that other nodes refused are asked here, too: {}",
              String.join(", ", engines));
    }
    return !engines.isEmpty();
  }

  private void startWaiting(HeavySweep sweep) {
    if (!isTimed) {
      isTimed = true;
      context
          .out()
          .startTimer(LATE_TIMER, longestTurn, new StepEnded.CandidatesLate(sweep.generation));
    }
  }

  private void stopWaiting() {
    if (isTimed) {
      isTimed = false;
      context.out().cancel(LATE_TIMER);
    }
  }

  private void turnEnded(HeavySweep sweep) {
    Duration turn = Duration.ofNanos(context.time().nanos() - turnBeganNs);
    longestTurn = turn.compareTo(longestTurn) > 0 ? turn : longestTurn;
    askNext(sweep);
  }

  private void askNextIfIdle(HeavySweep sweep) {
    if (!sweep.contest.isAtWork()) {
      askNext(sweep);
    }
  }

  /** Another node has answered. */
  void tried(HeavySweep sweep, StepEnded.CandidateTried tried) {
    if (!isOpen(sweep)) {
      return;
    }
    sweep
        .contest
        .tried(tried.engine(), tried.port(), tried.answer())
        .ifPresent(
            why ->
                context
                    .out()
                    .info(
                        "Engine {} is asked here, not on the node of port {}: {}",
                        tried.engine(),
                        Guid.format(tried.port()),
                        why));
    share(sweep);
    askNextIfIdle(sweep);
  }

  /** Other nodes have had enough time. */
  void late(HeavySweep sweep) {
    if (isOpen(sweep)) {
      takenBack(sweep, sweep.contest.takeBack(), "other nodes have not answered in time");
    }
  }

  /** A node is no member any more. */
  void lost(HeavySweep sweep, long port) {
    if (isOpen(sweep)) {
      takenBack(sweep, sweep.contest.lost(port), "the node that was asked is gone");
    }
  }

  private void takenBack(HeavySweep sweep, List<String> engines, String why) {
    if (!engines.isEmpty()) {
      context.out().info("Asked here, for {}: {}", why, String.join(", ", engines));
      askNextIfIdle(sweep);
    }
  }

  /** An engine has refused here; another node may have said something else. */
  void refused(HeavySweep sweep, String reason) {
    sweep.contest.refused(reason).ifPresent(other -> doubt(sweep, other));
    turnEnded(sweep);
  }

  /** An engine cannot be asked here. */
  void gaveUp(HeavySweep sweep, String reason) {
    sweep.contest.gaveUp(reason);
    turnEnded(sweep);
  }

  /**
   * The judge has looked at what an engine has routed here; another node may have said something
   * else.
   */
  void judged(HeavySweep sweep, RoutingCheck check) {
    Contest.Outcome outcome = sweep.contest.judged(check);
    outcome.notNeeded().ifPresent(engine -> setup.generations().drop(sweep.generation, engine));
    outcome.difference().ifPresent(other -> doubt(sweep, other));
    turnEnded(sweep);
  }

  private void doubt(HeavySweep sweep, Contest.Difference other) {
    nodes.distrust(
        sweep,
        other.port(),
        "has said of %s: %s; this node finds: %s"
            .formatted(other.engine(), other.there().inShort(), other.here().inShort()));
  }

  /** The best one of all; empty where none has a routing. */
  Optional<Contest.Entry> decide(HeavySweep sweep) {
    sweep
        .contest
        .late()
        .forEach(port -> nodes.leaveOut(port, "has not answered until all were compared"));
    Optional<Contest.Entry> best = sweep.contest.decide();
    comparison(sweep)
        .candidatesInWords()
        .forEach(sentence -> context.out().info("Compared: {}", sentence));
    return best;
  }

  /** Ports of nodes whose tables of the engine that has won are the same as here. */
  List<Long> alike(HeavySweep sweep) {
    return sweep.contest.elsewhere().stream()
        .filter(trial -> trial.engine().equals(sweep.routing.engine()))
        .map(EngineComparison.Trial::port)
        .toList();
  }

  /** What was compared, for the journal. */
  EngineComparison comparison(HeavySweep sweep) {
    return new EngineComparison(
        sweep.generation, sweep.contest.candidates(), sweep.contest.elsewhere(), nodes.leftOut());
  }
}
