package io.dateline.sm.manager;

import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.LightSweep;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Looks around now and then, one look at a time; what it finds asks for a heavy sweep. */
final class LightSweeps {
  /** What a light sweep has found that needs a heavy one. */
  record LookedAround(Optional<LightSweep.Finding> finding) implements SmCommand {}

  private static final String NEXT_LOOK_TIMER = "next-look";

  /** Between two light sweeps at least: a port that babbles of errors must not keep us busy. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  private static final Duration HEIR_LOOK = Duration.ofSeconds(1);

  private final SmContext context;
  private final SweepClock clock;
  private final Mastership mastership;
  private boolean isUnderWay;
  private HeavySweep begun; // the last sweep when it began
  private boolean isOwed; // what one has found was not believed
  private long lastNs;

  LightSweeps(SmContext context, Mastership mastership) {
    this.context = context;
    this.mastership = mastership;
    clock = new SweepClock(context.out());
    lastNs = context.time().nanos() - PAUSE.toNanos();
  }

  void termBegins() {
    isUnderWay = false;
    isOwed = false;
    clock.begin(context.setup().settings().sweepInterval());
  }

  /** With a heavy sweep new settings begin to count, and the interval may be another one. */
  void heavySweepBegins(SubnetSettings taken) {
    clock.set(taken.sweepInterval());
  }

  /** A subnet manager with a better claim, which is discovering, is looked at again soon. */
  void heavySweepEnded(HeavySweep sweep) {
    if (mastership.isHeirOnItsWay(sweep)) {
      lookIn(HEIR_LOOK);
    }
  }

  /** The next one is due then at the latest. */
  private void lookIn(Duration delay) {
    context.out().startTimer(NEXT_LOOK_TIMER, delay, new SmCommand.LookAround());
  }

  /**
   * Begins a light sweep, unless there is a sweep under way.
   *
   * @return why a heavy one is needed instead, or nothing
   */
  Optional<String> begin(SubnetState state) {
    Situation situation = context.situation();
    if (isOwed && situation.isSweeping()) {
      lookIn(PAUSE);
    }
    if (!mastership.isInCharge() || situation.isSweeping() || situation.isSucceeding) {
      return Optional.empty();
    }
    if (situation.active == null) {
      return Optional.of("the subnet is not up");
    }
    if (isUnderWay) {
      return Optional.empty();
    }
    long pauseNs = PAUSE.toNanos() - (context.time().nanos() - lastNs);
    if (pauseNs > 0) {
      lookIn(Duration.ofNanos(pauseNs));
      return Optional.empty();
    }
    lastNs = context.time().nanos();
    isUnderWay = true;
    run(state, situation.active);
    return Optional.empty();
  }

  private void run(SubnetState state, HeavySweep active) {
    begun = active;
    isOwed = false;
    Rivalry rivalry = mastership.rivalry();
    long turn = context.situation().lightSweepsEnded;
    MadExchange exchange = context.exchange();
    context
        .out()
        .await(
            "light sweep",
            () ->
                over(active, exchange, state.keys(), turn)
                    .thenCombine(
                        mastership.lookAtRivals(active, rivalry),
                        (first, second) -> first.or(() -> second.map(LightSweep.Finding::new))),
            (finding, failure) ->
                new LookedAround(
                    failure == null
                        ? finding
                        : Optional.of(new LightSweep.Finding("a light sweep failed: " + failure))));
  }

  /**
   * Looks whether anything has changed since a sweep.
   *
   * @param keys with which switches may be read
   * @param turn of {@link LightSweep#run}
   * @return what has changed, or nothing
   */
  static CompletionStage<Optional<LightSweep.Finding>> over(
      HeavySweep sweep, MadExchange exchange, TermKeys keys, long turn) {
    return LightSweep.run(
        exchange,
        keys,
        sweep.found.fabric(),
        sweep.routes,
        sweep.found.attributes(),
        sweep.found.localPort(),
        sweep.routing.tables().maxLid(),
        turn);
  }

  /**
   * Takes note of its end.
   *
   * @return why a heavy sweep is needed, or nothing
   */
  Optional<SmCommand.Sweep> end(LookedAround looked) {
    isUnderWay = false;
    Situation situation = context.situation();
    situation.lightSweepsEnded++;
    context.setup().access().lightSwept(context.time().nanos());
    boolean isLate = situation.isSweeping() || situation.active != begun;
    if (looked.finding().isPresent()) {
      if (isLate) {
        isOwed = true; // it has seen what that sweep deals with, or asked by ways that are lost
        lookIn(PAUSE);
        return Optional.empty();
      }
      return looked
          .finding()
          .map(finding -> new SmCommand.Sweep(finding.reason(), finding.extent()));
    }
    if (!isLate) {
      begun.raised.clear(); // no switch has told of a change since they were taken up
    }
    return situation.active != null && !situation.active.outcome.errors().isEmpty()
        ? Optional.of(new SmCommand.Sweep("the last sweep left something undone"))
        : Optional.empty();
  }
}
