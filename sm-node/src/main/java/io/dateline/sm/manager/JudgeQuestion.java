package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.routing.actors.generation.ComputedRouting;
import java.util.concurrent.CompletableFuture;

/** Has the judge look at a routing, on threads that compute. */
final class JudgeQuestion {
  private final SmContext context;
  private final StepPipe pipe;

  JudgeQuestion(SmContext context, StepPipe pipe) {
    this.context = context;
    this.pipe = pipe;
  }

  /**
   * Asks; the answer is {@link StepEnded.Judged}.
   *
   * @param isCandidate whether it is compared with others: then it has figures, and drops out where
   *     it cannot be judged
   */
  void ask(HeavySweep sweep, ComputedRouting kept, boolean isCandidate) {
    pipe.pipe(
        "judge of " + kept.routing().engine(),
        () ->
            CompletableFuture.supplyAsync(
                () ->
                    isCandidate
                        ? RoutingCheck.ofCandidate(() -> judge(sweep, kept, true))
                        : judge(sweep, kept, false),
                context.setup().computing()),
        StepEnded.Judged::new);
  }

  private static RoutingCheck judge(HeavySweep sweep, ComputedRouting kept, boolean isCandidate) {
    Fabric fabric = sweep.found.fabric();
    LidMap lids = sweep.lids.lids();
    int own = sweep.found.localPort();
    return RoutingCheck.of(
        fabric, lids, kept.routing(), kept.leftOut(), kept.partly(), own, isCandidate);
  }
}
