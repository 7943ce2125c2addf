package io.dateline.sm.manager;

import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.TimerScheduler;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.discover.LightSweep;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Looks around now and then, one look at a time; what it finds asks for a heavy sweep. */
final class LightSweeps {
  /** What a light sweep has found that needs a heavy one. */
  record LookedAround(Optional<String> finding) implements SubnetManager.Command {}

  private static final String TIMER = "light-sweep";
  private static final String NEXT_LOOK_TIMER = "next-look";

  /** Between two light sweeps at least: a port that babbles of errors must not keep us busy. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final ActorContext<SubnetManager.Command> context;
  private final TimerScheduler<SubnetManager.Command> timers;
  private final MadExchange exchange;
  private final FabricAccess access;
  private final Duration interval;
  private final Situation situation;
  private final Mastership mastership;
  private boolean isUnderWay;
  private long lastNs = System.nanoTime() - PAUSE.toNanos();

  LightSweeps(
      ActorContext<SubnetManager.Command> context,
      TimerScheduler<SubnetManager.Command> timers,
      SubnetManagerSetup setup,
      Situation situation,
      Mastership mastership) {
    this.context = context;
    this.timers = timers;
    exchange = setup.exchange();
    access = setup.access();
    interval = setup.settings().sweepInterval();
    this.situation = situation;
    this.mastership = mastership;
  }

  void termBegins() {
    isUnderWay = false;
    if (!interval.isZero()) {
      timers.startTimerWithFixedDelay(TIMER, new SubnetManager.LookAround(), interval);
    }
  }

  /** The next one is due then at the latest. */
  void lookIn(Duration delay) {
    timers.startSingleTimer(NEXT_LOOK_TIMER, new SubnetManager.LookAround(), delay);
  }

  /**
   * Begins a light sweep, unless there is a sweep under way.
   *
   * @return why a heavy one is needed instead, or nothing
   */
  Optional<String> begin(SubnetState state) {
    if (!mastership.isInCharge() || situation.isSweeping() || situation.isSucceeding) {
      return Optional.empty();
    }
    if (situation.active == null) {
      return Optional.of("the subnet is not up");
    }
    if (isUnderWay) {
      return Optional.empty();
    }
    long pauseNs = PAUSE.toNanos() - (System.nanoTime() - lastNs);
    if (pauseNs > 0) {
      lookIn(Duration.ofNanos(pauseNs));
      return Optional.empty();
    }
    lastNs = System.nanoTime();
    isUnderWay = true;
    run(state, situation.active);
    return Optional.empty();
  }

  private void run(SubnetState state, HeavySweep active) {
    context.pipeToSelf(
        over(active, exchange, state.keys())
            .thenCombine(
                mastership.lookAtRivals(active), (first, second) -> first.or(() -> second)),
        (finding, failure) ->
            new LookedAround(
                failure == null ? finding : Optional.of("a light sweep failed: " + failure)));
  }

  /**
   * Looks whether anything has changed since a sweep.
   *
   * @param keys with which switches may be read
   * @return what has changed, or nothing
   */
  static CompletionStage<Optional<String>> over(
      HeavySweep sweep, MadExchange exchange, TermKeys keys) {
    return LightSweep.run(
        exchange,
        keys,
        sweep.found.fabric(),
        sweep.routes,
        sweep.found.attributes(),
        sweep.found.localPort(),
        sweep.routing.tables().maxLid());
  }

  /**
   * Takes note of its end.
   *
   * @return why a heavy sweep is needed, or nothing
   */
  Optional<String> end(LookedAround looked) {
    isUnderWay = false;
    access.lightSwept();
    if (looked.finding().isPresent()) {
      return looked.finding();
    }
    return situation.active != null && !situation.active.outcome.errors().isEmpty()
        ? Optional.of("the last sweep left something undone")
        : Optional.empty();
  }
}
