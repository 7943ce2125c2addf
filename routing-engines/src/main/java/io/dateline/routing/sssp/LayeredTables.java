package io.dateline.routing.sssp;

import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.balance.Destinations;
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

  /**
   * Tables.
   *
   * @param most paths on one of their channels
   * @param mostOnce likewise, before LIDs were routed again if it was more then
   */
  record Filled(ForwardingTables tables, long most, long mostOnce) {}

  /** How channels are chosen among those that lead nearer. */
  enum Choice {
    /** By load, as sssp does; on larger fabrics some LIDs are routed again, too. */
    BALANCED,
    /**
     * By the order of ties alone. Where cables are plugged in order that is dimension order
     * routing, which needs fewer layers; on hypercubes and tori it balances as well.
     */
    ORDERED,
    /** By load, each LID once: balances less, and may need a layer less. */
    ONCE
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
    ShortestTrees trees = trees(task, ties);
    ForwardingTables tables = tables(task);
    LidRounds rounds = new LidRounds(task, trees, tables, () -> trees.most() <= most);
    long once = 0;
    switch (choice) {
      case BALANCED -> once = rounds.balance(true);
      case ORDERED -> rounds.once(ShortestTrees::routeByTies);
      case ONCE -> rounds.once(ShortestTrees::route);
    }
    if (trees.most() > most) {
      return Optional.empty();
    }
    addSwitches(task, tables);
    return Optional.of(new Filled(tables, trees.most(), Math.max(once, trees.most())));
  }

  /** Tables in which entries stay that still lead a hop nearer. */
  static ForwardingTables keeping(Task task, ForwardingTables previous) {
    ShortestTrees trees = trees(task, Ties.OF_DESTINATION);
    ForwardingTables tables = tables(task);
    LidRounds rounds = new LidRounds(task, trees, tables, () -> true);
    rounds.once((of, unused, lid, last) -> of.count(previous, lid, last));
    rounds.once((of, to, lid, last) -> of.routeKeeping(previous, to, lid, last));
    addSwitches(task, tables);
    return tables;
  }

  private static ForwardingTables tables(Task task) {
    return new ForwardingTables(task.adapters().length, task.lids().maxLid());
  }

  private static ShortestTrees trees(Task task, Ties ties) {
    return new ShortestTrees(task.channels(), task.avoided(), task.adapters(), ties);
  }

  private static void addSwitches(Task task, ForwardingTables tables) {
    Destinations destinations = task.destinations();
    SpanningTree inner = new SpanningTree(task.channels());
    int[] turns = task.turns().destinations();
    for (int turn = task.turns().firstSwitch(); turn < turns.length; turn++) {
      int destination = turns[turn];
      if (!SwitchLids.copy(task, tables, destination)) {
        int base = destinations.lids[destination];
        int end = base + task.lids().lidCount(destinations.ports[destination]);
        for (int lid = base; lid < end; lid++) {
          inner.route(tables, lid, destinations.homes[destination]);
        }
      }
    }
  }
}
