package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.parallel.Slices;
import java.util.List;
import java.util.Optional;

/**
 * Checks a routing from its tables alone. It shares no algorithm with any engine, so that an
 * engine's mistake is not repeated here.
 *
 * <p>Destinations have nothing to do with each other until the counts are added up: workers take
 * slices of them, each with its own scratch and tally. With everything on VL 0 a destination costs
 * a few passes over the switches; with SLs by pair also one over the senders.
 */
public final class Judge {
  private final Fabric fabric;
  private final Routing routing;
  private final JudgeOptions options;
  private final SwitchPorts graph;
  private final Senders senders;
  private final Needs needs;
  private final LidsInScope destinations;

  private Judge(Fabric fabric, LidMap lids, Routing routing, JudgeOptions options) {
    this.fabric = fabric;
    this.routing = routing;
    this.options = options;
    graph = new SwitchPorts(fabric);
    senders = new Senders(fabric, lids, options.scope());
    needs = new Needs(fabric, senders, options.own(), options.partly());
    destinations = new LidsInScope(fabric, lids, options.scope());
  }

  /**
   * Judges a routing of a fabric.
   *
   * @throws IllegalArgumentException if the tables are for another number of switches, or the
   *     routing names an SL or VL beyond 15
   */
  public static Verdict judge(Fabric fabric, LidMap lids, Routing routing, JudgeOptions options) {
    ForwardingTables tables = routing.tables();
    if (tables.switchCount() != fabric.switchCount()) {
      throw new IllegalArgumentException(
          "tables of "
              + tables.switchCount()
              + " switches for a fabric of "
              + fabric.switchCount());
    }
    return new Judge(fabric, lids, routing, options).judge();
  }

  private Verdict judge() {
    List<Tally> tallies = Slices.map(destinations.count, options.threads(), this::tally);
    Tally total = tallies.getFirst();
    for (Tally later : tallies.subList(1, tallies.size())) {
      total.addAll(later);
    }
    Optional<TreeCoverage> multicast =
        routing
            .multicast()
            .map(
                tree ->
                    new TreeWalk(fabric, graph, senders, routing.slToVl(), tree, total)
                        .note(new SwitchDistances(graph)));
    DependencyMatrix matrix = total.dependencies;
    return new Verdict(
        options.scope(),
        total.delivery(),
        total.hopCounts(),
        new ChannelLoads(total.paths, graph.channelCount),
        new Dependencies(
            matrix.channelsByVl(),
            matrix.dependenciesByVl(),
            new CycleSearch(matrix, graph.portCount).find()),
        multicast,
        total.vlMask);
  }

  private Tally tally(int from, int to) {
    Tally tally = new Tally(graph, options.examplesMax());
    LaneWalk walk = walk(tally);
    DestinationTree tree = new DestinationTree(graph, routing.tables());
    SwitchDistances search = new SwitchDistances(graph);
    int home = Fabric.NONE;
    int[] distances = search.to(home);
    for (int i = from; i < to; i++) {
      int port = destinations.ports[i];
      boolean isCa = !fabric.isSwitch(fabric.nodeOf(port));
      JudgedLid target = new JudgedLid(destinations.lids[i], port, isCa, senders.senderOf(port));
      if (destinations.switches[i] != home) {
        home = destinations.switches[i];
        distances = search.to(home);
      }
      boolean sendsToo = target.sender() != Fabric.NONE;
      tally.addPairs(
          senders.count - (sendsToo ? 1 : 0), isCa ? senders.caCount - (sendsToo ? 1 : 0) : 0);
      tree.build(target.lid(), port);
      if (tree.hasLoops()) {
        tree.forEachLoop(channels -> tally.addLoop(target.lid(), channels));
      }
      walk.visit(target, tree, distances);
    }
    return tally;
  }

  private LaneWalk walk(Tally tally) {
    UndeliveredExamples examples = new UndeliveredExamples(fabric, senders, needs, tally);
    return routing.pathSl() == PathSl.ZERO && routing.slToVl() == SlToVl.IDENTITY
        ? new SingleLane(graph, senders, needs, options.scope(), tally, examples)
        : new LanePerPath(fabric, graph, senders, needs, tally, examples, routing);
  }
}
