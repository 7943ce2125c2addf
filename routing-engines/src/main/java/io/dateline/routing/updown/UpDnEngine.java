package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TreeOptions;
import io.dateline.routing.balance.BalanceMemo;
import io.dateline.routing.hops.GivenRoots;
import io.dateline.routing.hops.HopMatrix;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * OpenSM's updn: paths go up to the roots and down from them, the shortest such paths, dealt out
 * evenly ({@link LegalPaths}).
 *
 * <p>Roots are given, or found by {@link RootSearch} and then remembered ({@link KeptRoots}). A
 * switch's rank is the number of cables to the nearest root. Of two switches side by side the one
 * of lower rank is above the other; of equal rank, among roots too, the one with the smaller GUID,
 * or what {@code ids_guid_file} has in its place.
 *
 * <p>Other than OpenSM's, its tables have no credit loop on any fabric, and they join all pairs,
 * spines' port 0 included, where {@link Valleys} can do that; else it refuses. With {@code
 * connect_roots} roots and other switches without adapters are reached in any case, and nothing is
 * claimed where that takes turns that could close a credit loop.
 *
 * <p>Needs one VL. Time grows with switches x (cables + LIDs), memory is three bytes for every pair
 * of switches beside the tables. Any thread may use an engine, several at the same time, too.
 */
public final class UpDnEngine extends ParallelEngine {
  public static final String NAME = "updn";

  private final BalanceMemo memo = new BalanceMemo();

  private static final String ROOTS_DUMP = "opensm-updn-roots.dump";

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them. The tables
   * are the same for any number.
   */
  public UpDnEngine(int threads) {
    super(NAME, threads);
  }

  @Override
  public RoutingOutcome route(RoutingRequest request) {
    Fabric fabric = request.fabric();
    TreeOptions options = request.options().trees();
    int count = fabric.switchCount();
    Optional<String> wrongSize = UpDownTables.wrongSize(count);
    if (wrongSize.isPresent()) {
      return refused(wrongSize.get());
    }
    SwitchGraph graph = new SwitchGraph(fabric, request.options().ports().portSearchOrdering());
    HopMatrix hops = HopMatrix.of(graph, threads);
    AdapterDistances distances = new AdapterDistances(fabric, hops);
    UpDownTables tables = new UpDownTables(NAME, request, graph, hops, distances, memo, threads);
    if (options.rootGuids().isPresent()) {
      GivenRoots given = GivenRoots.of(fabric, options.rootGuids().get());
      return given.nodes().length == 0
          ? refused(withoutRoots(options, distances))
          : route(request, tables, graph, distances, KeptRoots.given(given));
    }
    KeptRoots kept = KeptRoots.of(request, graph, distances);
    if (kept.nodes().length == 0) {
      return refused(withoutRoots(options, distances));
    }
    RoutingOutcome outcome = route(request, tables, graph, distances, kept);
    return outcome instanceof RoutingOutcome.Refused(_, String why, _) && kept.differs()
        ? route(request, tables, graph, distances, kept.givenUp(request, why))
        : outcome;
  }

  private static RoutingOutcome route(
      RoutingRequest request,
      UpDownTables tables,
      SwitchGraph graph,
      AdapterDistances distances,
      KeptRoots roots) {
    Fabric fabric = request.fabric();
    TreeOptions options = request.options().trees();
    int[] ranks = RootDistances.fromOrMiddle(graph, roots.nodes(), distances);
    long[] ids = new long[fabric.switchCount()];
    for (int node = 0; node < ids.length; node++) {
      ids[node] = options.ids().getOrDefault(fabric.nodeGuid(node), fabric.nodeGuid(node));
    }
    return tables.route(
        SwitchOrder.byRank(ranks, ids),
        forced(options, roots.nodes(), distances, ids.length),
        roots.warnings(),
        Map.of(ROOTS_DUMP, dump(fabric, roots.nodes())),
        roots.memory());
  }

  private static BitSet forced(
      TreeOptions options, int[] roots, AdapterDistances distances, int count) {
    BitSet forced = new BitSet();
    if (options.connectRoots()) {
      IntStream.of(roots).forEach(forced::set);
      IntStream.range(0, count).filter(node -> distances.at(node) == 0).forEach(forced::set);
    }
    return forced;
  }

  private static String withoutRoots(TreeOptions options, AdapterDistances distances) {
    return options
        .rootGuids()
        .map(
            guids ->
                "no root nodes were found: none of the %d root GUIDs is that of a switch, or of an adapter at one"
                    .formatted(guids.size()))
        .orElse(
            "no root nodes were found: no switch is as far from nearly all of the %d adapters"
                .formatted(distances.total()));
  }

  private static String dump(Fabric fabric, int[] roots) {
    StringBuilder text = new StringBuilder();
    for (int root : roots) {
      text.append(Guid.format(fabric.nodeGuid(root))).append('\n');
    }
    return text.toString();
  }
}
