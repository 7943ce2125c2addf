package io.dateline.routing.balance;

import io.dateline.routing.hops.Candidates;
import io.dateline.routing.hops.Nearing;
import java.util.function.Supplier;

/**
 * What the code that goes on from tables of before asks.
 *
 * @param allowed which ports paths may leave by
 * @param approach makes a worker's own order of the switches
 */
record Permissions(Allowed allowed, Supplier<Approach> approach) {
  /** Asks about ports one by one where candidates can tell; where not, finds them all. */
  static Permissions of(TablePlan plan, Supplier<? extends Candidates> candidates, int threads) {
    if (candidates.get() instanceof Nearing ports) {
      return new Permissions(
          new AllowedPorts(plan, ports),
          () -> new DistanceOrder(ports, plan.channels().switchCount));
    }
    Choices choices = new Choices(plan, candidates, threads);
    return new Permissions(choices, () -> new Ways(plan.channels(), choices));
  }
}
