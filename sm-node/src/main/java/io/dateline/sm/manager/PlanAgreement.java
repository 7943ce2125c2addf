package io.dateline.sm.manager;

import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.sm.config.SubnetSettings;
import java.util.ArrayList;
import java.util.List;

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
    List<String> order = settings.routing().engines().order();
    return !plan.options().equals(settings.planOptions())
        || !asked.equals(order.subList(0, Math.min(asked.size(), order.size())));
  }
}
