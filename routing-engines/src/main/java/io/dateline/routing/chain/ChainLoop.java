package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Lane;
import io.dateline.routing.proof.LayerProof;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds a credit loop in what steps come to together. */
final class ChainLoop {
  /** A cycle may be long; so much of it is told. */
  private static final int TOLD_MAX = 12;

  private ChainLoop() {}

  /** The end of a sentence, with the cycle and the steps on it; nothing where there is no loop. */
  static Optional<String> find(
      Fabric fabric, LidMap lids, Routing routing, List<Stage> stages, Parts parts, int threads) {
    List<Lane> cycle = LayerProof.of(fabric, lids, routing, threads).cycle();
    if (cycle.isEmpty()) {
      return Optional.empty();
    }
    Set<String> steps = parts.stepsOn(cycle, stages.stream().map(Stage::step).toList());
    return Optional.of(
        "on cables of %s: %s%s"
            .formatted(
                String.join(", ", steps),
                cycle.stream()
                    .limit(TOLD_MAX)
                    .map(lane -> lane.describe(fabric))
                    .collect(Collectors.joining("; ")),
                cycle.size() > TOLD_MAX ? "; and %d more".formatted(cycle.size() - TOLD_MAX) : ""));
  }
}
