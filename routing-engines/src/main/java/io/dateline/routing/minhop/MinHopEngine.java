package io.dateline.routing.minhop;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.BalancedTables;
import io.dateline.routing.hops.HopMatrix;
import io.dateline.routing.hops.NearerPorts;
import io.dateline.routing.hops.SwitchLinks;

/**
 * Routes every LID over the fewest hops and deals the LIDs out evenly to the ports that qualify. A
 * switch's row depends on the distances and on its own counters and on nothing else, so rows are
 * made in parallel.
 *
 * <p>Needs one VL and does nothing about credit loops, which fabrics with rings then have. LIDs
 * that no cables lead to have no entry. Time grows with switches x (switches + LIDs), memory is one
 * byte for every pair of switches beside the tables.
 *
 * <p>Any thread may use an engine, several at the same time, too.
 */
public final class MinHopEngine implements RoutingEngine {
  public static final String NAME = "minhop";

  private final int threads;

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them. The tables
   * are the same for any number.
   */
  public MinHopEngine(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
    this.threads = threads;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Refuses nothing but a fabric without nodes. */
  @Override
  public RoutingOutcome route(RoutingRequest request) {
    Fabric fabric = request.fabric();
    if (fabric.nodeCount() == 0) {
      return new RoutingOutcome.Refused(NAME, "the fabric is empty: it has no nodes");
    }
    SwitchLinks links = new SwitchLinks(fabric);
    HopMatrix hops = HopMatrix.of(links, threads);
    ForwardingTables tables =
        BalancedTables.of(request, links, () -> new NearerPorts(links, hops), threads);
    return RoutingOutcome.Routed.singleLane(NAME, tables, false);
  }
}
