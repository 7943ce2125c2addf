package io.dateline.sm.manager;

import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.options.EngineList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Whether a node would have planned a routing in the same way. */
public final class PlanAgreement {
  private PlanAgreement() {}

  /**
   * Whether it would have asked other engines, or with other options, or for other lanes or levels
   * of service.
   */
  public static boolean isPlannedOtherwise(RoutingPlanned plan, SubnetSettings settings) {
    List<String> asked = new ArrayList<>();
    plan.refusals().forEach(refusal -> asked.add(refusal.engine()));
    asked.add(plan.engine());
    EngineList engines = settings.routing().engines();
    List<String> order = engines.order();
    return !plan.options().equals(settings.planOptions())
        || (engines.isTournament()
            ? !isChosenFrom(engines, plan)
            : !asked.equals(order.subList(0, Math.min(asked.size(), order.size()))));
  }

  /** Whether a plan is what came of comparing these engines. */
  static boolean isChosenFrom(EngineList engines, RoutingPlanned plan) {
    return Set.copyOf(plan.comparison().engines()).equals(Set.copyOf(engines.candidates()));
  }
}
