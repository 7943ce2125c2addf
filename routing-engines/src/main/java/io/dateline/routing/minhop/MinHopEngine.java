package io.dateline.routing.minhop;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.hops.HopMatrix;
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
    SystemIndex systems = new SystemIndex(fabric);
    DestinationOrder order =
        new DestinationOrder(fabric, request.lids(), request.options().portProfileSwitchNodes());
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), request.lids().maxLid());
    Slices.map(
        fabric.switchCount(),
        threads,
        (from, to) -> {
          RowFiller filler = new RowFiller(links, hops, systems, order, request.previous());
          for (int node = from; node < to; node++) {
            filler.fill(node, tables.row(node));
          }
          return to - from;
        });
    return new RoutingOutcome.Routed(Routing.singleLane(NAME, tables), false);
  }
}
