package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.BalanceMemo;
import io.dateline.routing.balance.BalancedTables;
import io.dateline.routing.balance.PortWarnings;
import io.dateline.routing.hops.HopMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Routes with an order of the switches: what updn and dnup have in common. */
final class UpDownTables {
  // In trees that have lost many cables it matters where one begins to join the tops.
  private static final int ATTEMPTS_MAX = Valleys.WIDEST + 4;

  private final String engine;
  private final RoutingRequest request;
  private final SwitchGraph graph;
  private final HopMatrix hops;
  private final int[] adapters; // by switch
  private final BalanceMemo memo;
  private final int threads;

  UpDownTables(
      String engine,
      RoutingRequest request,
      SwitchGraph graph,
      HopMatrix hops,
      AdapterDistances distances,
      BalanceMemo memo,
      int threads) {
    this.engine = engine;
    this.request = request;
    this.graph = graph;
    this.hops = hops;
    adapters = distances.counts();
    this.memo = memo;
    this.threads = threads;
  }

  /** Why a fabric of so many switches is refused, if it is. */
  static Optional<String> wrongSize(int switchCount) {
    if (switchCount == 0) {
      return Optional.of("this is no switched subnet: it has no switches");
    }
    return switchCount <= LegalPaths.SWITCHES_MAX
        ? Optional.empty()
        : Optional.of(
            "the fabric has %d switches, more than %d"
                .formatted(switchCount, LegalPaths.SWITCHES_MAX));
  }

  /**
   * Routes, or refuses where two switches that cables join are left without a path.
   *
   * @param forced switches that are to be reached whatever turns that takes
   * @param warnings what was found so far
   * @param dumps what the engine tells beside its tables
   * @param memory what is to be remembered of it
   */
  RoutingOutcome route(
      SwitchOrder order,
      BitSet forced,
      List<String> warnings,
      Map<String, String> dumps,
      EngineMemory memory) {
    LegalPaths paths = search(new UpDownLinks(graph, order));
    List<String> all =
        new ArrayList<>(PortWarnings.of(request.fabric(), request.options().ports()));
    all.addAll(warnings);
    int forcedPairs = paths.isComplete(hops) ? 0 : paths.force(forced, graph);
    if (forcedPairs > 0) {
      all.add(
          "connect_roots: %d pairs of switches are joined by paths that go up again after they have come down, so credit loops can form"
              .formatted(forcedPairs));
    }
    for (int from = 0; from < graph.switchCount; from++) {
      int to = paths.firstMissing(from, hops);
      if (to != Fabric.NONE) {
        return new RoutingOutcome.Refused(engine, reason(from, to));
      }
    }
    Routing routing =
        Routing.singleLane(
            engine,
            BalancedTables.of(
                request, graph, () -> new LegalPorts(graph, order, paths), memo, threads));
    return new RoutingOutcome.Routed(routing, forcedPairs == 0, all, dumps, memory);
  }

  /**
   * The first of some searches that finds all paths without detours; else of those that find all
   * the one whose paths between adapters are the shortest.
   */
  private LegalPaths search(UpDownLinks upDown) {
    LegalPaths best = LegalPaths.of(upDown, valleys(upDown, 0), hops, threads);
    boolean complete = best.isComplete(hops);
    for (int attempt = 1; attempt < ATTEMPTS_MAX; attempt++) {
      if (complete && !best.hasDetours()) {
        return best;
      }
      LegalPaths other = LegalPaths.of(upDown, valleys(upDown, attempt), hops, threads);
      if (other.isComplete(hops)
          && (!complete
              || !other.hasDetours()
              || other.distances(adapters) < best.distances(adapters))) {
        best = other;
        complete = true;
      }
    }
    return best;
  }

  private Valleys valleys(UpDownLinks upDown, int attempt) {
    return Valleys.of(upDown, adapters, attempt);
  }

  private String reason(int from, int to) {
    return "no path leads from switch %s to switch %s that goes up and then down, or turns up again where that can close no credit loop"
        .formatted(label(from), label(to));
  }

  private String label(int node) {
    Fabric fabric = request.fabric();
    return "%s \"%s\"".formatted(Guid.format(fabric.nodeGuid(node)), fabric.description(node));
  }
}
