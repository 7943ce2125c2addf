package io.dateline.sm.manager;

import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.state.SubnetState;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells when tables that were mended again and again are much less even than tables made anew. What
 * was lost loads the rest in any case, so the engine is asked: once the busiest channel carries so
 * much more than was known to be right, and behind the sweep, which does not wait for it.
 */
final class BalanceWatch {
  /** Paths on the busiest channel of tables made anew; 0 or less where there are none. */
  record Measured(long generation, long anew) implements SmCommand {}

  // More than 5/4 of what tables made anew would have is told.
  private static final int TIMES = 4;
  private static final int MOST = 5;

  private static final long FAILED = -1;

  private final SmContext context;
  private final Situation situation;
  private long measuredTopology; // of the fabric that was measured last
  private SubnetStatus.Balance told; // in the log; null before
  private final AtomicBoolean isMeasuring =
      new AtomicBoolean(); // one at a time: others compute, too

  BalanceWatch(SmContext context) {
    this.context = context;
    situation = context.situation();
  }

  /** A sweep has ended well. */
  void subnetUp() {
    HeavySweep active = situation.active;
    boolean isMeasured = active.busiestAnew > 0 && measuredTopology == active.subnet.topologyId();
    if (isMeasured || !isUneven(active.check.busiest(), active.busiestAnew)) {
      active.balance = new SubnetStatus.Balance(active.check.busiest(), active.busiestAnew);
      return;
    }
    if (!isMeasuring.compareAndSet(false, true)) {
      return; // the next sweep asks again
    }
    RoutingEngine engine = Engines.named(active.routing.engine()).orElseThrow();
    FabricGeneration subnet = active.subnet;
    RoutingRequest request =
        new RoutingRequest(
            subnet.fabric(),
            subnet.lids(),
            active.settings.routing().options().routing(),
            null,
            subnet.memory());
    context
        .out()
        .await(
            "balance of tables made anew",
            () ->
                CompletableFuture.supplyAsync(
                    () -> busiest(engine, request), context.setup().computing()),
            (most, failure) -> new Measured(active.generation, failure == null ? most : FAILED));
  }

  private static boolean isUneven(long busiest, long anew) {
    return TIMES * busiest > MOST * anew;
  }

  /** On a thread that computes. 0 where the engine refuses. */
  private long busiest(RoutingEngine engine, RoutingRequest request) {
    try {
      return most(engine, request);
    } finally {
      isMeasuring.set(false);
    }
  }

  private static long most(RoutingEngine engine, RoutingRequest request) {
    return switch (engine.route(request)) {
      case RoutingOutcome.Refused refused -> 0;
      case RoutingOutcome.Routed routed ->
          Judge.judge(
                  request.fabric(),
                  request.lids().without(routed.leftOut()),
                  routed.routing(),
                  new JudgeOptions(Scope.CHANNEL_ADAPTERS, 1, 1))
              .loads()
              .max();
    };
  }

  void take(SubnetState state, Measured measured) {
    HeavySweep active = situation.active;
    if (measured.anew() == FAILED) {
      context.out().warn("What tables made anew would carry could not be measured");
    }
    boolean isOfActive =
        active != null && active.check != null && active.generation == measured.generation();
    if (!isOfActive || measured.anew() <= 0) {
      return;
    }
    long anew = measured.anew();
    long busiest = active.check.busiest();
    active.balance = new SubnetStatus.Balance(busiest, anew);
    measuredTopology = active.subnet.topologyId();
    if (isUneven(busiest, anew) && !active.balance.equals(told)) {
      told = active.balance;
      context
          .out()
          .warn(
              "Repairs have made the tables uneven: the busiest channel carries {} paths, {} if all were routed anew, as dateline rebalance has it",
              busiest,
              anew);
    }
    situation.publish(state);
  }
}
