package io.dateline.routing.sssp;

import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.sssp.SsspEngine.Task;
import java.util.function.BooleanSupplier;

/** Routes one LID after the other, while that is wanted. */
final class LidRounds {
  /** LIDs x channels up to which all LIDs of a kind are routed again, some times. */
  private static final long SMALL = 2_000_000;

  private static final int ROUNDS_AGAIN = 4;

  /** One in so many is routed again where there are more. */
  private static final int SOME = 24;

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
    DestinationTurns turns = task.turns();
    some(turns.destinations(), 0, turns.firstSwitch(), router, Integer.MAX_VALUE);
  }

  /**
   * Routes the LIDs of all adapters by load. The first LIDs found the channels empty: so, as long
   * as that can be bettered, they are routed again once it is known what the others load, each kind
   * before the next one, which is not to make a difference to it.
   *
   * @param hasTime whether some are even where it would take too long to route all of them again
   * @return the most paths that were on a channel before any was routed again
   */
  long balance(boolean hasTime) {
    DestinationTurns turns = task.turns();
    long once = 0;
    for (int kind = 0; kind < DestinationTurns.ADAPTER_KINDS; kind++) {
      int from = turns.first()[kind];
      int end = turns.first()[kind + 1];
      int lids = some(turns.destinations(), from, end, ShortestTrees::route, Integer.MAX_VALUE);
      once = trees.most();
      int left = trees.areLightest() ? 0 : again(lids, hasTime);
      while (left > 0 && isWanted.getAsBoolean()) {
        left -= some(turns.destinations(), from, end, ShortestTrees::routeAgain, left);
      }
    }
    trees.recount();
    return once;
  }

  private int again(int lids, boolean hasTime) {
    if ((long) lids * task.channels().channelCount <= SMALL) {
      return ROUNDS_AGAIN * lids;
    }
    return hasTime ? lids / SOME : 0;
  }

  /**
   * Routes LIDs of some destinations.
   *
   * @param most LIDs, or some more of the last destination
   * @return how many
   */
  int some(int[] destinations, int from, int to, Router router, int most) {
    int[] homes = task.destinations().homes;
    int routed = 0;
    int behind = from; // the turns of those at the same switch
    for (int turn = from; turn < to && routed < most && isWanted.getAsBoolean(); turn++) {
      if (turn == behind) {
        int home = homes[destinations[turn]];
        int lids = 0;
        while (behind < to && homes[destinations[behind]] == home) {
          lids += lidCount(destinations[behind++]);
        }
        trees.aim(home, lids);
      }
      route(destinations[turn], router);
      routed += lidCount(destinations[turn]);
    }
    return routed;
  }

  private void route(int destination, Router router) {
    int base = task.destinations().lids[destination];
    int end = base + lidCount(destination);
    for (int lid = base; lid < end; lid++) {
      router.route(trees, tables, lid, task.destinations().numbers[destination]);
    }
  }

  private int lidCount(int destination) {
    return task.lids().lidCount(task.destinations().ports[destination]);
  }
}
