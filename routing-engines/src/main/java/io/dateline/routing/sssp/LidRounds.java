package io.dateline.routing.sssp;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.sssp.SsspEngine.Task;
import java.util.function.BooleanSupplier;

/** Routes one LID after the other, while that is wanted. */
final class LidRounds {
  /** LIDs x channels that are routed again: on small fabrics all, some times, on large ones few. */
  private static final long WORK_AGAIN = 400_000;

  private static final int ROUNDS_AGAIN = 4;

  /** Routes a LID at the switch that is aimed at. */
  @FunctionalInterface
  interface Router {
    /**
     * Fills in its paths.
     *
     * @param last number of the port by which that switch hands its packets on, 0 to itself
     */
    void route(ShortestTrees trees, ForwardingTables tables, int lid, int last);
  }

  private final Task task;
  private final ShortestTrees trees;
  private final ForwardingTables tables;
  private final BooleanSupplier isWanted;

  /**
   * Rounds over some or all LIDs.
   *
   * @param isWanted is asked before each destination
   */
  LidRounds(Task task, ShortestTrees trees, ForwardingTables tables, BooleanSupplier isWanted) {
    this.task = task;
    this.trees = trees;
    this.tables = tables;
    this.isWanted = isWanted;
  }

  /** Routes the LIDs of all adapters. */
  void once(Router router) {
    Turns turns = task.turns();
    some(turns.destinations(), 0, turns.firstSwitch(), router, Integer.MAX_VALUE);
  }

  /**
   * Routes the LIDs of all adapters by load. Whoever came first found the channels empty: so, as
   * long as that can be bettered, they are routed again once it is known what the others load, each
   * kind before the next one, which is not to make a difference to it.
   */
  void balance() {
    Turns turns = task.turns();
    long again = WORK_AGAIN / Math.max(1, task.channels().count);
    for (int kind = 0; kind < Turns.adapterKinds(); kind++) {
      int from = turns.begin(kind);
      int end = turns.ends()[kind];
      int lids = some(turns.destinations(), from, end, ShortestTrees::route, Integer.MAX_VALUE);
      long left = trees.areLightest() ? 0 : Math.min(again, (long) ROUNDS_AGAIN * lids);
      again -= left;
      while (left > 0 && isWanted.getAsBoolean()) {
        left -= some(turns.destinations(), from, end, ShortestTrees::routeAgain, left);
      }
    }
    trees.recount();
  }

  /**
   * Routes LIDs of some destinations.
   *
   * @param most LIDs, or some more of the last destination
   * @return how many
   */
  int some(int[] destinations, int from, int to, Router router, long most) {
    Destinations all = task.destinations();
    int routed = 0;
    int aimedAt = Fabric.NONE;
    for (int turn = from; turn < to && routed < most && isWanted.getAsBoolean(); turn++) {
      int destination = destinations[turn];
      int home = all.homes[destination];
      if (home != aimedAt) {
        trees.aim(home);
        aimedAt = home;
      }
      int base = all.lids[destination];
      int count = task.lids().lidCount(all.ports[destination]);
      for (int lid = base; lid < base + count; lid++) {
        router.route(trees, tables, lid, all.numbers[destination]);
      }
      routed += count;
    }
    return routed;
  }
}
