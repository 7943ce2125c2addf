package io.dateline.routing.minhop;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.BalanceMemo;
import io.dateline.routing.balance.BalancedTables;
import io.dateline.routing.balance.PortWarnings;
import io.dateline.routing.hops.Nearing;
import io.dateline.routing.hops.ShortestPaths;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Routes every LID over the fewest hops, or the least sum of {@code hop_weights_file}, and deals
 * the LIDs out so that no channel carries many more paths than others ({@link BalancedTables}).
 *
 * <p>Needs one VL and does nothing about credit loops, which fabrics with rings then have. LIDs
 * that no cables lead to have no entry. Time grows with switches x LIDs x ports that qualify,
 * memory is nine bytes for every pair of switches beside the tables.
 *
 * <p>Any thread may use an engine, several at the same time, too.
 */
public final class MinHopEngine extends ParallelEngine {
  public static final String NAME = "minhop";

  private final BalanceMemo memo = new BalanceMemo();

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them. The tables
   * are the same for any number.
   */
  public MinHopEngine(int threads) {
    super(NAME, threads);
  }

  /** Refuses nothing but a fabric without nodes. */
  @Override
  public RoutingOutcome route(RoutingRequest request) {
    Fabric fabric = request.fabric();
    if (fabric.nodeCount() == 0) {
      return refusedEmpty();
    }
    PortOptions ports = request.options().ports();
    SwitchGraph graph = new SwitchGraph(fabric, ports.portSearchOrdering());
    Supplier<Nearing> shortest = ShortestPaths.of(fabric, graph, ports.hopWeights(), threads);
    ForwardingTables tables = BalancedTables.of(request, graph, shortest, memo, threads);
    return new RoutingOutcome.Routed(
        Routing.singleLane(NAME, tables), false, PortWarnings.of(fabric, ports), Map.of());
  }
}
