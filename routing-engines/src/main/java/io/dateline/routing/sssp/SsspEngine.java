package io.dateline.routing.sssp;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TreeOptions;
import io.dateline.routing.balance.Channels;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.balance.PortMarks;
import io.dateline.routing.hops.SwitchLinks;
import io.dateline.routing.sssp.ShortestTrees.Ties;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Routes one LID after the other over the fewest hops, and of the shortest paths over those whose
 * channels carry the fewest paths so far (T. Hoefler, T. Schneider and A. Lumsdaine, "Optimized
 * Routing for Large-Scale InfiniBand Networks", HOTI 2009, section 3): of adapters on the list of
 * compute nodes first, then of I/O nodes, of others, of switches, so that each kind is balanced for
 * itself.
 *
 * <p>Hops count more than any load, where OpenSM gives each channel the square of the number of
 * nodes to begin with. Needs one VL and does nothing about credit loops. LIDs that no cables lead
 * to have no entry. What was in the tables before makes no difference: a fabric that is repaired
 * has the tables again that it had.
 *
 * <p>Both {@link Ties} are tried, side by side, and the tables are taken whose busiest channel
 * carries fewer paths. Time grows with LIDs x channels on shortest paths, in one thread each, for
 * what a LID weighs is known when it has its paths; memory with channels, beside two sets of
 * tables.
 *
 * <p>Any thread may use an engine, several at the same time, too.
 */
public final class SsspEngine extends ParallelEngine {
  public static final String NAME = "sssp";

  /** Tables, and the most paths on one of their channels. */
  record Filled(ForwardingTables tables, long most) {}

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them; two are of
   * use. The tables are the same for any number.
   */
  public SsspEngine(int threads) {
    super(NAME, threads);
  }

  /** Refuses nothing but a fabric without nodes. */
  @Override
  public RoutingOutcome route(RoutingRequest request) {
    Fabric fabric = request.fabric();
    if (fabric.nodeCount() == 0) {
      return refusedEmpty();
    }
    Task task = Task.of(request);
    ForwardingTables tables =
        Slices.map(
                Ties.values().length,
                threads,
                (from, to) ->
                    Arrays.asList(Ties.values()).subList(from, to).stream()
                        .map(ties -> fill(task, ties))
                        .toList())
            .stream()
            .flatMap(List::stream)
            .min(Comparator.comparingLong(Filled::most)) // the first of equals
            .orElseThrow()
            .tables();
    return new RoutingOutcome.Routed(Routing.singleLane(NAME, tables), false, List.of(), Map.of());
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
      int[] turns,
      Channels channels,
      boolean[] avoided,
      int[] adapters) {
    static Task of(RoutingRequest request) {
      Fabric fabric = request.fabric();
      TreeOptions trees = request.options().trees();
      Destinations destinations = new Destinations(fabric, request.lids(), trees);
      Channels channels = new Channels(new SwitchLinks(fabric));
      int[] adapters = destinations.adaptersBySwitch();
      return new Task(
          request.lids(),
          destinations,
          Turns.of(destinations, adapters, trees),
          channels,
          request.options().ports().avoidThrottledLinks()
              ? PortMarks.throttled(fabric, channels)
              : null,
          adapters);
    }
  }

  /** Fills the tables of all switches. */
  static Filled fill(Task task, Ties ties) {
    Destinations destinations = task.destinations;
    ForwardingTables tables = new ForwardingTables(task.adapters.length, task.lids.maxLid());
    ShortestTrees trees = new ShortestTrees(task.channels, task.avoided, task.adapters, ties);
    int aimedAt = Fabric.NONE;
    for (int destination : task.turns) {
      int home = destinations.homes[destination];
      if (home != aimedAt) {
        trees.aim(home);
        aimedAt = home;
      }
      int base = destinations.lids[destination];
      int count = task.lids.lidCount(destinations.ports[destination]);
      for (int lid = base; lid < base + count; lid++) {
        trees.route(tables, lid, destinations.numbers[destination]);
      }
    }
    return new Filled(tables, trees.most());
  }
}
