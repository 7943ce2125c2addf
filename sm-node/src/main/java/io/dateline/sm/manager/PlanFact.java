package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.measure.Candidate;
import io.dateline.persistence.event.EngineComparison;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;

/** The routing that a sweep is about to program, for the journal. */
final class PlanFact {
  private PlanFact() {}

  /**
   * The event.
   *
   * @param before what the winner that goes on was chosen from, null where none goes on
   */
  static RoutingPlanned of(
      HeavySweep sweep, long nowMillis, Tournament tournament, EngineComparison before) {
    Fabric fabric = sweep.found.fabric();
    return new RoutingPlanned(
        sweep.generation,
        sweep.subnet.topologyId(),
        sweep.routing.engine(),
        sweep.settings.planOptions(),
        sweep.digest,
        fabric.switchCount(),
        fabric.endPorts().length,
        sweep.reason,
        nowMillis,
        sweep.refusals,
        sweep.memory.of(fabric).digest(),
        comparison(sweep, tournament, before));
  }

  /** The engines that it was chosen from. */
  private static EngineComparison comparison(
      HeavySweep sweep, Tournament tournament, EngineComparison before) {
    if (sweep.contest != null) {
      return tournament.comparison(sweep);
    }
    if (!sweep.settings.routing().engines().isTournament()) {
      return EngineComparison.NONE;
    }
    if (before != null) {
      return before;
    }
    return new EngineComparison(
        sweep.generation,
        sweep.refusals.stream()
            .map(refusal -> Candidate.out(refusal.engine(), refusal.reason()))
            .toList());
  }
}
