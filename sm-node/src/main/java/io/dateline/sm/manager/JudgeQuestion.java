package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Judgement;
import io.dateline.routing.actors.generation.ComputedRouting;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Has the judge look at a routing, on threads that compute. It judges by what has changed since the
 * last routing that it had nothing against; at first, and candidates that are compared, from
 * scratch.
 */
final class JudgeQuestion {
  private final SmContext context;
  private final StepPipe pipe;

  // Of any generation: whatever it is of, what comes after it is judged rightly.
  private final AtomicReference<Judgement> last = new AtomicReference<>();

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
    Fabric fabric = sweep.found.fabric();
    LidMap lids = sweep.lids.lids();
    int own = sweep.found.localPort();
    pipe.pipe(
        "judge of " + kept.routing().engine(),
        () ->
            CompletableFuture.supplyAsync(
                () ->
                    isCandidate
                        ? RoutingCheck.ofCandidate(
                            fabric, lids, kept.routing(), kept.leftOut(), kept.partly(), own)
                        : judge(fabric, lids.without(kept.leftOut()), kept, own),
                context.setup().computing()),
        StepEnded.Judged::new);
  }

  private RoutingCheck judge(Fabric fabric, LidMap lids, ComputedRouting kept, int own) {
    Routing routing = kept.routing();
    JudgeOptions options = RoutingCheck.options(kept.partly(), own);
    Judgement before = last.getAndSet(null); // if it fails here, the next one is from scratch
    Judgement judgement =
        before == null
            ? Judgement.of(fabric, lids, routing, options)
            : before.after(fabric, lids, routing, options);
    RoutingCheck check =
        RoutingCheck.of(fabric, judgement.verdict(), kept.leftOut(), kept.partly(), own);
    if (check.objection().isPresent()) {
      last.set(before);
    } else if (!routing.hasLanes()) { // with lanes nothing can be told by change
      last.set(judgement);
    }
    return check;
  }
}
