package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Computed;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Has all candidates of a list asked. Where programmers are spread, so are candidates: each node
 * computes and judges some. Other nodes are not waited for longer than all took so far: then their
 * engines are asked here. The best one is computed here in any case, before it is used.
 */
final class Tournament {
  private static final String LATE_TIMER = "candidates-late";
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  /** Nothing depends on it: engines of nodes that do not answer are asked here long before. */
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final SmContext context;
  private final SubnetManagerSetup setup;
  private final BiConsumer<HeavySweep, String> askHere;
  private final Consumer<String> warn;
  private final Set<Long> doubted = new HashSet<>(); // nodes, by port GUID, in this term
  private long term; // of the last tournament
  private long beganNs;
  private boolean isTimed; // how long other nodes are waited for

  /**
   * None yet.
   *
   * @param askHere asks an engine on this node
   * @param warn takes sentences for the operator
   */
  Tournament(SmContext context, BiConsumer<HeavySweep, String> askHere, Consumer<String> warn) {
    this.context = context;
    setup = context.setup();
    this.askHere = askHere;
    this.warn = warn;
  }

  /** Begins one. */
  void begin(SubnetState state, HeavySweep sweep, Collection<String> candidates) {
    if (state.term() != term) {
      term = state.term();
      doubted.clear();
    }
    doubted.forEach(
        port ->
            warn.accept(
                "the node of port %s has computed other tables than this one: it tries no engine in this term"
                    .formatted(Guid.format(port))));
    beganNs = context.time().nanos();
    sweep.contest = new Contest(candidates, sweep.refusals);
    sweep.contest.share(others(sweep)).forEach((engine, port) -> send(sweep, engine, port));
    askNext(sweep);
  }

  private List<Long> others(HeavySweep sweep) {
    List<Long> ports = new ArrayList<>(setup.homes().chosen().orElse(Set.of()));
    ports.remove(own(sweep));
    ports.removeAll(doubted);
    ports.sort(Long::compareUnsigned);
    return ports;
  }

  private static Long own(HeavySweep sweep) {
    Fabric fabric = sweep.found.fabric();
    return fabric.portGuid(sweep.found.localPort());
  }

  private void send(HeavySweep sweep, String engine, long port) {
    long generation = sweep.generation;
    long own = own(sweep);
    String options = sweep.settings.routing().options().digest();
    context
        .out()
        .await(
            "candidate %s on another node".formatted(engine),
            () ->
                CompletableFuture.supplyAsync(
                        () ->
                            CandidateTrial.Task.of(
                                engine, sweep.subnet, options, setup.generations(), own),
                        setup.computing())
                    .thenCompose(task -> setup.workers().tryCandidate(port, task, PATIENCE)),
            (answer, failure) ->
                new StepEnded.CandidateTried(
                    generation,
                    engine,
                    port,
                    failure == null ? answer : new CandidateTrial.Unable("it did not answer")));
  }

  /** Whether engines are still asked. */
  static boolean isOpen(HeavySweep sweep) {
    return sweep.contest != null && sweep.contest.isOpen();
  }

  /** Asks the next engine; when all have been, that is told. */
  void askNext(HeavySweep sweep) {
    Contest contest = sweep.contest;
    contest
        .next()
        .ifPresentOrElse(
            engine -> askHere.accept(sweep, engine),
            () -> {
              if (contest.isAwaiting()) {
                isTimed = true;
                context
                    .out()
                    .startTimer(
                        LATE_TIMER, patience(), new StepEnded.CandidatesLate(sweep.generation));
              } else if (contest.provesBest()) {
                askNext(sweep);
              } else {
                stopWaiting();
                context.out().tell(new StepEnded.Compared(sweep.generation));
              }
            });
  }

  private void stopWaiting() {
    if (isTimed) {
      isTimed = false;
      context.out().cancel(LATE_TIMER);
    }
  }

  private Duration patience() {
    Duration soFar = Duration.ofNanos(context.time().nanos() - beganNs);
    return soFar.compareTo(SHORTEST_WAIT) > 0 ? soFar : SHORTEST_WAIT;
  }

  /** Another node has answered. */
  void tried(HeavySweep sweep, StepEnded.CandidateTried tried) {
    if (!isOpen(sweep) || !sweep.contest.isAway(tried.engine(), tried.port())) {
      return; // it was asked here meanwhile
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
    if (!sweep.contest.isAtWork()) {
      askNext(sweep);
    }
  }

  /** Other nodes have had enough time. */
  void late(HeavySweep sweep) {
    if (isOpen(sweep) && sweep.contest.isAwaiting() && !sweep.contest.isAtWork()) {
      sweep.contest.takeBack();
      askNext(sweep);
    }
  }

  /** An engine has routed here; another node may have said something else. */
  void routed(HeavySweep sweep, Computed computed) {
    sweep.contest.examine(computed);
    sweep
        .contest
        .difference(computed)
        .ifPresent(
            other -> {
              doubted.add(other.port());
              warn.accept(
                  "the node of port %s has computed other tables by %s than this node (digests %.16s, %.16s): its answers are left out"
                      .formatted(
                          Guid.format(other.port()), other.engine(), other.there(), other.here()));
            });
  }

  /** The judge has looked at what an engine has computed here. */
  void judged(HeavySweep sweep, RoutingCheck check) {
    sweep
        .contest
        .judged(check)
        .ifPresent(engine -> setup.generations().drop(sweep.generation, engine));
  }
}
