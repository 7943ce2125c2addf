package io.dateline.sm.cli.offline;

import io.dateline.fabric.measure.Candidate;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Engines that route the same fabric, one after the other; the best routing is kept. */
final class Tournament {
  private final RoutingRequest request;
  private final int threads;
  private final List<Candidate> candidates = new ArrayList<>();
  private JudgedRouting best; // null while there is none

  Tournament(RoutingRequest request, int threads) {
    this.request = request;
    this.threads = threads;
  }

  /** An engine has refused. */
  void refused(RoutingOutcome.Refused refused) {
    candidates.add(Candidate.out(refused.engine(), refused.reason()));
  }

  /** An engine has routed; whichever is better by {@link RoutingFigures#RULE} is kept. */
  void routed(JudgedRouting judged) {
    RoutingFigures figures =
        RoutingFigures.of(
            request.fabric(), request.lids(), judged.routing(), judged.verdict(), threads);
    candidates.add(Candidate.of(judged.routing().engine(), figures));
    if (Candidate.best(candidates).orElseThrow().engine().equals(judged.routing().engine())) {
      best = judged;
    }
  }

  /** The best one; empty where all have refused. */
  Optional<JudgedRouting> best() {
    return Optional.ofNullable(best);
  }

  /** All of them, in the order in which they were asked. */
  List<Candidate> candidates() {
    return List.copyOf(candidates);
  }
}
