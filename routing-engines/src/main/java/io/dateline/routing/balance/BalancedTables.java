package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.hops.Candidates;
import io.dateline.routing.hops.SwitchLinks;
import java.util.function.Supplier;

/**
 * Deals the LIDs out evenly to the ports that qualify. A switch's row depends on its candidates and
 * on its own counters and on nothing else, so rows are made in parallel.
 */
public final class BalancedTables {
  private BalancedTables() {}

  /**
   * Fills the tables of all switches.
   *
   * @param links of the request's fabric
   * @param candidates makes a worker's own
   * @param threads at least 1; makes no difference to the tables
   */
  public static ForwardingTables of(
      RoutingRequest request, SwitchLinks links, Supplier<Candidates> candidates, int threads) {
    Fabric fabric = request.fabric();
    SystemIndex systems = new SystemIndex(fabric);
    DestinationOrder order =
        new DestinationOrder(
            fabric, request.lids(), request.options().ports().portProfileSwitchNodes());
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), request.lids().maxLid());
    Slices.map(
        fabric.switchCount(),
        threads,
        (from, to) -> {
          RowFiller filler =
              new RowFiller(links, candidates.get(), systems, order, request.previous());
          for (int node = from; node < to; node++) {
            filler.fill(node, tables.row(node));
          }
          return to - from;
        });
    return tables;
  }
}
