package io.dateline.routing.updown;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.BalanceMemo;
import io.dateline.routing.hops.HopMatrix;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * OpenSM's dnup: paths go away from the adapters and then back towards them, the shortest such
 * paths, dealt out evenly ({@link LegalPaths}). For fabrics with adapters at the spines, too.
 *
 * <p>A switch's rank is the number of cables to the nearest switch with an adapter; of two switches
 * side by side the one of higher rank is above the other.
 *
 * <p>Where ranks are equal OpenSM allows every turn, so that where all switches have adapters, as
 * in a torus, it is minhop, credit loops included. Here the one that is nearer to a root, as updn
 * finds and remembers them, is above the other; without roots the one that is nearer to the middle
 * of the fabric; if that is the same, too, the one with the smaller GUID. So its tables have no
 * credit loop on any fabric. They join all pairs, port 0 of switches included, where {@link
 * Valleys} can do that; else it refuses. With {@code connect_roots} all are joined in any case, and
 * nothing is claimed where that takes turns that could close a credit loop.
 *
 * <p>Needs one VL. Time grows with switches x (cables + LIDs), memory is three bytes for every pair
 * of switches beside the tables. Any thread may use an engine, several at the same time, too.
 */
public final class DnUpEngine extends ParallelEngine {
  public static final String NAME = "dnup";

  private final BalanceMemo memo = new BalanceMemo();

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them. The tables
   * are the same for any number.
   */
  public DnUpEngine(int threads) {
    super(NAME, threads);
  }

  @Override
  public RoutingOutcome route(RoutingRequest request) {
    Fabric fabric = request.fabric();
    int count = fabric.switchCount();
    Optional<String> wrongSize = UpDownTables.wrongSize(count);
    if (wrongSize.isPresent()) {
      return refused(wrongSize.get());
    }
    SwitchGraph graph = new SwitchGraph(fabric, request.options().ports().portSearchOrdering());
    HopMatrix hops = HopMatrix.of(graph, threads);
    AdapterDistances distances = new AdapterDistances(fabric, hops);
    if (distances.total() == 0) {
      return refused("no leaf switches were found: no adapter is attached to any of the switches");
    }
    UpDownTables tables = new UpDownTables(NAME, request, graph, hops, distances, memo, threads);
    BitSet forced = new BitSet();
    if (request.options().trees().connectRoots()) {
      forced.set(0, count);
    }
    KeptRoots kept = KeptRoots.of(request, graph, distances);
    RoutingOutcome outcome = route(tables, graph, distances, kept, forced);
    return outcome instanceof RoutingOutcome.Refused(_, String why, _) && kept.differs()
        ? route(tables, graph, distances, kept.givenUp(request, why), forced)
        : outcome;
  }

  private static RoutingOutcome route(
      UpDownTables tables,
      SwitchGraph graph,
      AdapterDistances distances,
      KeptRoots roots,
      BitSet forced) {
    return tables.route(
        order(graph, distances, roots.nodes()), forced, roots.warnings(), Map.of(), roots.memory());
  }

  static SwitchOrder order(SwitchGraph graph, AdapterDistances distances, int[] roots) {
    int count = graph.switchCount;
    int[] ranks = new BreadthFirst(graph).from(distances.leaves()).distances();
    int[] toMiddle = RootDistances.fromOrMiddle(graph, roots, distances);
    return new SwitchOrder(
        count,
        Comparator.comparingInt((Integer node) -> -ranks[node])
            .thenComparingInt(node -> toMiddle[node])); // then by index, which goes by GUID
  }
}
