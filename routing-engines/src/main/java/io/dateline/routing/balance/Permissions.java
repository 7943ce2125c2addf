package io.dateline.routing.balance;

import io.dateline.routing.hops.Candidates;
import io.dateline.routing.hops.Nearing;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the code that goes on from tables of before asks.
 *
 * @param allowed which ports paths may leave by
 * @param approach makes a worker's own order of the switches
 * @param ports what it is all asked of; nothing where they were found beforehand
 */
record Permissions(Allowed allowed, Supplier<Approach> approach, Optional<Nearing> ports) {
  /** Asks about ports one by one where candidates can tell; where not, finds them all. */
  static Permissions of(TablePlan plan, Supplier<? extends Candidates> candidates, int threads) {
    return of(plan, candidates, () -> new Choices(plan, candidates, threads));
  }

  /**
   * As the other.
   *
   * @param all finds all ports
   */
  static Permissions of(
      TablePlan plan, Supplier<? extends Candidates> candidates, Supplier<Choices> all) {
    if (candidates.get() instanceof Nearing ports) {
      int switches = plan.channels().switchCount;
      return new Permissions(
          new AllowedPorts(plan, ports),
          () -> new DistanceOrder(ports, switches),
          Optional.of(ports));
    }
    Choices choices = all.get();
    return new Permissions(choices, () -> new Ways(plan.channels(), choices), Optional.empty());
  }
}
