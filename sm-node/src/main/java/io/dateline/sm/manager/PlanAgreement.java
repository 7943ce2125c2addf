package io.dateline.sm.manager;

import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.sm.config.RoutingSettings;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.options.EngineList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Whether a node would have planned a routing in the same way. */
public final class PlanAgreement {
  /** Of options of engines, and what else a plan tells. */
  private static final String BETWEEN = "; ";

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
            ? !isChosenFrom(settings.routing(), plan)
            : !asked.equals(order.subList(0, Math.min(asked.size(), order.size()))));
  }

  /** Whether a plan is what came of comparing these engines with these options of theirs. */
  static boolean isChosenFrom(RoutingSettings settings, RoutingPlanned plan) {
    Set<String> compared = Set.copyOf(plan.comparison().engines());
    return compared.equals(Set.copyOf(settings.engines().candidates()))
        && (plan.options() + BETWEEN).startsWith(settings.options().summary() + BETWEEN);
  }
}
