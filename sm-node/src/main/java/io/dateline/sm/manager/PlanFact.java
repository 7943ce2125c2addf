package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.measure.Candidate;
import io.dateline.persistence.event.EngineComparison;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.sm.config.RoutingSettings;
import io.dateline.sm.state.SubnetState;
import java.util.Optional;

/** What the journal is told of a sweep's routing, and what a sweep takes over of the last one. */
final class PlanFact {
  private final SmContext context;
  private final Tournament tournament;
  private final TrialNodes nodes;

  PlanFact(SmContext context, Tournament tournament, TrialNodes nodes) {
    this.context = context;
    this.tournament = tournament;
    this.nodes = nodes;
  }

  /**
   * The engine of the last plan, which switches may have been told a part of, where it was chosen
   * from the candidates that there are.
   */
  Optional<String> lastWinner(SubnetState state, HeavySweep sweep, RoutingSettings settings) {
    return Optional.ofNullable(state.planned())
        .filter(plan -> !sweep.wishes.contains(SweepWish.COMPARE_ENGINES))
        .filter(plan -> PlanAgreement.isChosenFrom(settings, plan))
        .map(RoutingPlanned::engine);
  }

  /** The routing of a sweep. */
  RoutingPlanned fact(SubnetState state, HeavySweep sweep, RoutingSettings settings) {
    Fabric fabric = sweep.found.fabric();
    sweep.busiestAnew = sweep.isMended ? lastAnew(state) : sweep.check.busiest();
    return new RoutingPlanned(
        sweep.generation,
        sweep.subnet.topologyId(),
        sweep.routing.engine(),
        sweep.settings.planOptions(),
        sweep.digest,
        fabric.switchCount(),
        fabric.endPorts().length,
        sweep.reason,
        context.time().millis(),
        sweep.refusals,
        sweep.memory.of(fabric).digest(),
        comparison(state, sweep, settings),
        sweep.busiestAnew);
  }

  private long lastAnew(SubnetState state) {
    HeavySweep active = context.situation().active;
    return active != null && active.balance != null
        ? active.balance.anew()
        : Optional.ofNullable(state.planned()).map(RoutingPlanned::busiestAnew).orElse(0L);
  }

  /** The engines that it was chosen from, and nodes that are left out now. */
  private EngineComparison comparison(
      SubnetState state, HeavySweep sweep, RoutingSettings settings) {
    if (sweep.contest != null) {
      return tournament.comparison(sweep);
    }
    EngineComparison of = compared(state, sweep, settings);
    return new EngineComparison(of.generation(), of.candidates(), of.elsewhere(), nodes.leftOut());
  }

  private EngineComparison compared(SubnetState state, HeavySweep sweep, RoutingSettings settings) {
    if (!settings.engines().isTournament()) {
      return EngineComparison.NONE;
    }
    if (lastWinner(state, sweep, settings).filter(sweep.routing.engine()::equals).isPresent()) {
      return state.planned().comparison();
    }
    return new EngineComparison(
        sweep.generation,
        sweep.refusals.stream()
            .map(refusal -> Candidate.out(refusal.engine(), refusal.reason()))
            .toList());
  }
}
