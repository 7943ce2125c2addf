package io.dateline.routing.sssp;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TreeOptions;
import io.dateline.routing.balance.BalanceMemo;
import io.dateline.routing.balance.BalancedTables;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.balance.NodeListWarnings;
import io.dateline.routing.balance.PortMarks;
import io.dateline.routing.hops.ShortestPaths;
import io.dateline.routing.sssp.ShortestTrees.Ties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/**
 * Routes one LID after the other over the fewest hops, and of the shortest paths over those whose
 * channels carry the fewest paths so far (T. Hoefler, T. Schneider and A. Lumsdaine, "Optimized
 * Routing for Large-Scale InfiniBand Networks", HOTI 2009, section 3): of adapters on the list of
 * compute nodes first, then of I/O nodes, of others, so that each kind is balanced for itself; of
 * switches last, which weigh nothing and take the paths of adapters there ({@link SwitchLids}). On
 * small fabrics adapters are routed again once it is known what the others load ({@link
 * LidRounds#balance}).
 *
 * <p>Hops count more than any load, where OpenSM gives each channel the square of the number of
 * nodes to begin with. Needs one VL and does nothing about credit loops. LIDs that no cables lead
 * to have no entry. Where there are tables of before, entries stay that still lead nearer, and the
 * others are dealt out around them, as minhop's are ({@link BalancedTables}).
 *
 * <p>Both {@link Ties} are tried, side by side, unless those of the first cannot be bettered, and
 * the tables are taken whose busiest channel carries fewer paths; those get the LIDs of switches.
 * Time grows with LIDs x channels on shortest paths, for adapters in one thread each, for what a
 * LID weighs is known when it has its paths; memory with channels, beside two sets of tables.
 *
 * <p>Any thread may use an engine, several at the same time, too.
 */
public final class SsspEngine extends ParallelEngine {
  public static final String NAME = "sssp";

  /** Tables without the LIDs of switches, and what the channels carry. */
  record Balanced(ForwardingTables tables, ShortestTrees trees) {}

  private final BalanceMemo memo = new BalanceMemo();

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them; two are of
   * use. The tables are the same for any number.
   */
  public SsspEngine(int threads) {
    super(NAME, threads);
  }

  @Override
  public List<Class<?>> classes() {
    return Task.CLASSES;
  }

  /** Refuses nothing but a fabric without nodes. */
  @Override
  public RoutingOutcome route(RoutingRequest request) {
    Fabric fabric = request.fabric();
    if (fabric.nodeCount() == 0) {
      return refusedEmpty();
    }
    ForwardingTables tables = request.previous() == null ? fresh(request) : mended(request);
    return new RoutingOutcome.Routed(
        Routing.singleLane(NAME, tables),
        false,
        NodeListWarnings.of(request.fabric(), request.options().trees()),
        Map.of());
  }

  private ForwardingTables fresh(RoutingRequest request) {
    Task task = Task.of(request);
    return withSwitches(task, best(task), threads);
  }

  /** Tables of before, in which changes what has to. Of options of ports only sssp's are heeded. */
  private ForwardingTables mended(RoutingRequest request) {
    Fabric fabric = request.fabric();
    boolean avoids = request.options().ports().avoidThrottledLinks();
    RoutingOptions options =
        request.options().with(PortOptions.DEFAULTS.avoidThrottledLinks(avoids));
    SwitchGraph graph = new SwitchGraph(fabric);
    return BalancedTables.of(
        request.with(options),
        graph,
        ShortestPaths.of(fabric, graph, PortOptions.DEFAULTS.hopWeights(), threads),
        memo,
        threads);
  }

  /** The lightest; others are given up where the first cannot be bettered. */
  private Balanced best(Task task) {
    AtomicBoolean isFound = new AtomicBoolean();
    Ties[] all = Ties.values();
    List<Balanced> some = new ArrayList<>();
    Slices.map(all.length, threads, (from, to) -> balance(task, all, from, to, isFound))
        .forEach(some::addAll);
    return lightest(some);
  }

  private static List<Balanced> balance(
      Task task, Ties[] all, int from, int to, AtomicBoolean isFound) {
    List<Balanced> some = new ArrayList<>();
    for (int i = from; i < to; i++) {
      Balanced one = balance(task, all[i], isFound);
      if (!isFound.get()) {
        some.add(one);
        isFound.set(i == 0 && one.trees.areLightest());
      }
    }
    return some;
  }

  /** The first of equals. */
  private static Balanced lightest(List<Balanced> some) {
    Balanced lightest = some.getFirst();
    for (Balanced other : some) {
      if (other.trees.most() < lightest.trees.most()) {
        lightest = other;
      }
    }
    return lightest;
  }

  /**
   * What is the same whatever is taken of equals. Any thread may read it.
   *
   * @param turns destinations in the order in which they are routed
   * @param avoided by channel, whether it is taken only where there is no other; or null
   * @param adapters by switch
   */
  record Task(
      LidMap lids,
      Destinations destinations,
      DestinationTurns turns,
      SwitchGraph channels,
      boolean[] avoided,
      int[] adapters) {
    /** What it takes to make one, and to fill tables. */
    static final List<Class<?>> CLASSES =
        ParallelEngine.classes(
            Destinations.CLASSES,
            List.of(
                DestinationTurns.class,
                Ties.class,
                ShortestTrees.class,
                LidRounds.class,
                SwitchLids.class,
                Task.class,
                SsspEngine.class));

    static Task of(RoutingRequest request) {
      Fabric fabric = request.fabric();
      TreeOptions trees = request.options().trees();
      Destinations destinations = new Destinations(fabric, request.lids(), trees);
      SwitchGraph channels = new SwitchGraph(fabric);
      int[] adapters = destinations.adaptersBySwitch();
      return new Task(
          request.lids(),
          destinations,
          DestinationTurns.of(destinations, adapters, trees),
          channels,
          request.options().ports().avoidThrottledLinks()
              ? PortMarks.throttled(fabric, channels)
              : null,
          adapters);
    }
  }

  /** Fills tables, but for the LIDs of switches, to which paths weigh nothing. */
  static Balanced balance(Task task, Ties ties) {
    return balance(task, ties, new AtomicBoolean());
  }

  /** Likewise, as far as it comes while nothing is found elsewhere. */
  private static Balanced balance(Task task, Ties ties, AtomicBoolean isFound) {
    ForwardingTables tables = new ForwardingTables(task.adapters.length, task.lids.maxLid());
    ShortestTrees trees = new ShortestTrees(task.channels, task.avoided, task.adapters, ties);
    new LidRounds(task, trees, tables, () -> !isFound.get()).balance(false);
    return new Balanced(tables, trees);
  }

  /** Adds the LIDs of switches to tables, which is done when it returns. */
  static ForwardingTables withSwitches(Task task, Balanced balanced, int threads) {
    ForwardingTables tables = balanced.tables;
    int[] others = copySwitches(task, tables);
    Slices.map(
        others.length,
        threads,
        (from, to) ->
            new LidRounds(task, balanced.trees.sharingWeights(), tables, () -> true)
                .some(others, from, to, ShortestTrees::route, Integer.MAX_VALUE));
    return tables;
  }

  /** Gives switches the paths of adapters there; returns those that have none. */
  private static int[] copySwitches(Task task, ForwardingTables tables) {
    DestinationTurns turns = task.turns;
    return IntStream.range(turns.firstSwitch(), turns.destinations().length)
        .map(turn -> turns.destinations()[turn])
        .filter(destination -> !SwitchLids.copy(task, tables, destination))
        .toArray();
  }
}
