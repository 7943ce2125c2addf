package io.dateline.routing.sssp;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.balance.Destinations.Kind;
import io.dateline.routing.sssp.ShortestTrees.Ties;
import io.dateline.routing.sssp.SsspEngine.Task;
import java.util.Optional;

/**
 * Tables for paths that are to have layers. All paths to adapters lead over the fewest hops.
 *
 * <p>Packets to a switch without adapters take a {@link SpanningTree}, see {@link SwitchLids}.
 */
final class LayeredTables {
  private LayeredTables() {}

  /** Tables, and the most paths on one of their channels. */
  record Filled(ForwardingTables tables, long most) {}

  /** How channels are chosen among those that lead nearer. */
  enum Choice {
    /** By load, as sssp does. */
    BALANCED,
    /**
     * By the order of ties alone. Where cables are plugged in order that is dimension order
     * routing, which needs fewer layers; on hypercubes and tori it balances as well.
     */
    ORDERED
  }

  private interface Router {
    void route(ShortestTrees trees, ForwardingTables tables, int lid, int last);
  }

  /** Tables that make nothing of those of before. */
  static Filled fresh(Task task, Ties ties, Choice choice) {
    return fresh(task, ties, choice, Long.MAX_VALUE).orElseThrow();
  }

  /**
   * Tables that make nothing of those of before, and are given up where they are too heavy.
   *
   * @param most paths that a channel may carry
   */
  static Optional<Filled> fresh(Task task, Ties ties, Choice choice, long most) {
    return fill(
        task,
        trees(task, ties),
        choice == Choice.BALANCED ? ShortestTrees::route : ShortestTrees::routeByTies,
        most);
  }

  /** Tables in which entries stay that still lead a hop nearer. */
  static Filled keeping(Task task, ForwardingTables previous) {
    ShortestTrees trees = trees(task, Ties.OF_DESTINATION);
    Router count = (of, tables, lid, last) -> of.count(previous, lid, last);
    Router keep = (of, tables, lid, last) -> of.routeKeeping(previous, tables, lid, last);
    fill(task, trees, count, Long.MAX_VALUE);
    return fill(task, trees, keep, Long.MAX_VALUE).orElseThrow();
  }

  private static ShortestTrees trees(Task task, Ties ties) {
    return new ShortestTrees(task.channels(), task.avoided(), task.adapters(), ties);
  }

  private static Optional<Filled> fill(Task task, ShortestTrees trees, Router router, long most) {
    Destinations destinations = task.destinations();
    ForwardingTables tables = new ForwardingTables(task.adapters().length, task.lids().maxLid());
    SpanningTree inner = new SpanningTree(task.channels());
    int aimedAt = Fabric.NONE;
    for (int destination : task.turns()) {
      int home = destinations.homes[destination];
      int base = destinations.lids[destination];
      int count = task.lids().lidCount(destinations.ports[destination]);
      if (destinations.kinds[destination] == Kind.SWITCH) {
        if (!SwitchLids.copy(task, tables, destination)) {
          for (int lid = base; lid < base + count; lid++) {
            inner.route(tables, lid, home);
          }
        }
        continue;
      }
      if (home != aimedAt) {
        trees.aim(home);
        aimedAt = home;
      }
      for (int lid = base; lid < base + count; lid++) {
        router.route(trees, tables, lid, destinations.numbers[destination]);
      }
      if (trees.most() > most) {
        return Optional.empty();
      }
    }
    return Optional.of(new Filled(tables, trees.most()));
  }
}
