package io.dateline.routing.nue;

import io.dateline.fabric.ForwardingTables;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Lanes that see each other's loads. One worker's. */
final class LaneGroup {
  /**
   * LIDs x channels that are routed again once all have paths: on small fabrics all, some times, on
   * large ones a few.
   */
  private static final long WORK_AGAIN = 3_000_000;

  private static final int ROUNDS_AGAIN = 4;

  private final LanePlan plan;
  private final List<Centres> centres;
  private final int first;
  private final int step;
  private final ForwardingTables tables;
  private final long[] loads; // by channel
  private List<LaneRouter> routers = List.of();

  /**
   * Some of the lanes.
   *
   * @param centres by lane
   * @param first lane
   * @param step to the next one
   * @param tables that are filled
   */
  LaneGroup(LanePlan plan, List<Centres> centres, int first, int step, ForwardingTables tables) {
    this.plan = plan;
    this.centres = centres;
    this.first = first;
    this.step = step;
    this.tables = tables;
    loads = new long[plan.task().channels().channelCount];
  }

  /** Routes all LIDs of the lanes. */
  void route() {
    begin();
    routers.forEach(LaneRouter::route);
    long left = Math.min(again(), (long) ROUNDS_AGAIN * lids());
    while (left > 0) {
      for (LaneRouter router : routers) {
        left -= router.routeAgain(left);
      }
    }
    routers.forEach(LaneRouter::routeOthers);
  }

  /**
   * Goes on from tables of before.
   *
   * @param came channels that none of these tables' paths leads over
   * @return whether paths are led over them now
   */
  boolean mend(ForwardingTables previous, BitSet came) {
    begin();
    for (LaneRouter router : routers) {
      router.keep(previous); // in all lanes, before anything is routed around what stands
    }
    routers.forEach(LaneRouter::mend);
    routers.forEach(LaneRouter::routeOthers);
    boolean hasMoved = false;
    for (LaneRouter router : routers) {
      hasMoved |= !came.isEmpty() && router.lead(came.stream().toArray());
    }
    return hasMoved;
  }

  private void begin() {
    System.arraycopy(plan.task().firstLoads(), 0, loads, 0, loads.length);
    boolean takeTurns = again() >= lids();
    routers = new ArrayList<>();
    for (int lane = first; lane < plan.used(); lane += step) {
      int[] centrality = centres.get(lane).centrality();
      routers.add(new LaneRouter(plan, lane, centrality, takeTurns, tables, loads));
    }
  }

  private long again() {
    return WORK_AGAIN / Math.max(1, loads.length);
  }

  private int lids() {
    int lids = 0;
    for (int lane = first; lane < plan.used(); lane += step) {
      lids += IntStream.of(plan.weights(lane)).sum();
    }
    return lids;
  }
}
