package io.dateline.routing.chain;

import io.dateline.routing.RoutingOutcome;
import java.util.List;

/**
 * What a chain has come to.
 *
 * @param steps in force; none where the chain refuses
 */
public record ChainRouting(RoutingOutcome outcome, List<StepRouting> steps) {
  public ChainRouting {
    steps = List.copyOf(steps);
  }

  static ChainRouting without(RoutingOutcome outcome) {
    return new ChainRouting(outcome, List.of());
  }
}
