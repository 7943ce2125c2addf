package io.dateline.routing.dor;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.judge.Lane;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.BalanceMemo;
import io.dateline.routing.balance.BalancedTables;
import io.dateline.routing.balance.PortWarnings;
import io.dateline.routing.hops.Nearing;
import io.dateline.routing.hops.ShortestPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Routes every LID over the fewest hops, and of the switches that are nearer always to the one that
 * the first port in port order leads to. Where ports stand for dimensions, the same ones on every
 * switch, packets so finish one dimension after the other (W. J. Dally and C. L. Seitz,
 * "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks", IEEE Trans. Computers
 * C-36(5), 1987). Paths are dealt out evenly to the cables between two switches.
 *
 * <p>Unlike OpenSM's engine, it keeps a path of the tables before only if that path, too, goes to
 * the switch the order demands; and it looks whether the steps that follow each other on some path
 * ever close a circle. Where they do not, as on meshes and hypercubes that are cabled in order, it
 * claims freedom of credit loops; where they do, as on tori, it warns and names the circle. Time
 * and memory are those of min-hop and a byte more for every pair of switches.
 *
 * <p>Any thread may use an engine, several at the same time, too.
 */
public final class DorEngine extends ParallelEngine {
  public static final String NAME = "dor";

  private static final int NAMED_MAX = 4;

  private final BalanceMemo memo = new BalanceMemo();

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them. The tables
   * are the same for any number.
   */
  public DorEngine(int threads) {
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
    FirstPorts firsts = FirstPorts.of(graph, shortest, threads);
    ForwardingTables tables =
        BalancedTables.of(
            request, graph, () -> new OneNeighbour(graph, firsts, shortest.get()), memo, threads);
    Optional<List<Lane>> circle = StepDependencies.of(graph, firsts).cycle(fabric);
    List<String> warnings = new ArrayList<>(PortWarnings.of(fabric, ports));
    circle.ifPresent(lanes -> warnings.add(warning(fabric, lanes)));
    return new RoutingOutcome.Routed(
        Routing.singleLane(NAME, tables), circle.isEmpty(), warnings, Map.of());
  }

  private static String warning(Fabric fabric, List<Lane> circle) {
    String first =
        circle.stream()
            .limit(NAMED_MAX)
            .map(lane -> lane.describe(fabric))
            .collect(Collectors.joining(", "));
    return ("credit loops can form, of packets from and to switches at least, as on a torus or where cables do not follow the order of ports;"
            + " one of %d channels: %s%s")
        .formatted(circle.size(), first, circle.size() > NAMED_MAX ? ", .." : "");
  }
}
