package io.dateline.sm.state;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.registry.Engines;
import java.util.Optional;

/**
 * A routing as it was, from the tables that switches were told and what its engine remembered. The
 * tree of groups is added where it is needed.
 */
public final class RestoredRouting {
  private RestoredRouting() {}

  /**
   * The routing with the SLs that were granted; nothing where what the engine remembered then is
   * not what is remembered now.
   *
   * @param subnet with what is remembered
   * @param plan of the routing
   * @param rows its tables
   */
  public static Optional<Routing> of(
      FabricGeneration subnet, RoutingPlanned plan, RoutingOptions options, ForwardingTables rows) {
    boolean isForgotten =
        !plan.memoryDigest().isEmpty()
            && !plan.memoryDigest().equals(subnet.memory().of(subnet.fabric()).digest());
    return isForgotten ? Optional.empty() : by(plan.engine(), subnet, options, rows);
  }

  /**
   * The routing by tables of an engine, with the SLs that were granted as far as they are
   * remembered; nothing where that is not enough.
   *
   * @param subnet with what is remembered
   */
  public static Optional<Routing> by(
      String engine, FabricGeneration subnet, RoutingOptions options, ForwardingTables rows) {
    return Engines.named(engine)
        .flatMap(
            known -> known.restore(subnet.fabric(), subnet.lids(), options, rows, subnet.memory()));
  }

  /**
   * A routing that was restored, with the tree that groups were parts of; nothing where the engine
   * does not find it again.
   *
   * @param subnet that it was restored for
   */
  public static Optional<Routing> withTree(
      Routing routing, FabricGeneration subnet, RoutingOptions options) {
    return Engines.named(routing.engine())
        .flatMap(
            known ->
                known.restoreTree(
                    subnet.fabric(), subnet.lids(), options, routing, subnet.memory()));
  }
}
