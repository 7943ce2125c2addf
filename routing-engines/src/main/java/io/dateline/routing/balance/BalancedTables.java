package io.dateline.routing.balance;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.Dealer.Measure;
import io.dateline.routing.hops.Candidates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Deals the LIDs out to the ports that qualify, then relieves the busiest channels. Where that
 * costs next to nothing it is done by every {@link Dealer.Measure}, and what leaves the fewest
 * paths on the busiest channel is taken.
 *
 * <p>Larger tables are dealt out in parts, each of them some of the LIDs and balanced for itself,
 * so that they can be made in parallel. How many there are depends on the size of the tables only.
 *
 * <p>Where there are tables of before, these are mended ({@link MendedTables}).
 */
public final class BalancedTables {
  private static final int PART_ENTRIES = 1_500_000;
  private static final int PARTS_MAX = 8;
  private static final int GROUP_WORK = 4; // to find the ways there, in end ports

  private static final int ROUNDS_MAX = 16;

  private BalancedTables() {}

  private record Filled(ForwardingTables tables, long[] paths) {
    long most() {
      return Arrays.stream(paths).max().orElse(0);
    }
  }

  /**
   * Fills the tables of all switches.
   *
   * @param graph of the request's fabric
   * @param candidates makes a worker's own. Whatever each switch chooses of them, every path has to
   *     be one that the engine allows.
   * @param memo the engine's own
   * @param threads at least 1; makes no difference to the tables
   */
  public static ForwardingTables of(
      RoutingRequest request,
      SwitchGraph graph,
      Supplier<? extends Candidates> candidates,
      BalanceMemo memo,
      int threads) {
    TablePlan plan = TablePlan.of(request, graph);
    return plan.previous() == null
        ? make(request, plan, candidates, memo, threads)
        : mend(request, plan, candidates, memo, threads);
  }

  /**
   * Where channels that have come got no paths they may get some once others have moved. So what
   * was mended is mended again until nothing changes, and the next routing changes nothing either.
   */
  private static ForwardingTables mend(
      RoutingRequest request,
      TablePlan firstPlan,
      Supplier<? extends Candidates> candidates,
      BalanceMemo memo,
      int threads) {
    Permissions permissions = Permissions.of(firstPlan, candidates, threads);
    List<Measure> measures = measures(parts(request, firstPlan));
    TablePlan plan = firstPlan;
    Optional<CountedTables> counted = memo.of(plan.previous());
    for (int round = 1; ; round++) {
      MendedTables.Outcome mended =
          MendedTables.of(request, plan, permissions, counted, measures, threads);
      if (mended.isSettled() || round == ROUNDS_MAX) {
        memo.remember(mended.counted());
        return mended.tables();
      }
      counted = Optional.of(mended.counted());
      plan = plan.with(mended.tables());
    }
  }

  private static ForwardingTables make(
      RoutingRequest request,
      TablePlan plan,
      Supplier<? extends Candidates> candidates,
      BalanceMemo memo,
      int threads) {
    Choices choices = new Choices(plan, candidates, threads);
    int parts = parts(request, plan);
    Filled best =
        Slices.each(
                measures(parts),
                threads,
                measure -> fill(request, choices, plan, measure, parts, threads))
            .stream()
            .min(Comparator.comparingLong(Filled::most)) // the first of equals
            .orElseThrow();
    Permissions permissions = Permissions.of(plan, candidates, () -> choices);
    HomeOfLid homes = new HomeOfLid(plan.order(), request.lids().maxLid());
    memo.remember(new CountedTables(best.tables, plan, permissions, homes, best.paths, null));
    return best.tables;
  }

  private static List<Measure> measures(int parts) {
    return parts == 1 ? List.of(Measure.PORT, Measure.WAY) : List.of(Measure.WAY);
  }

  /** A power of two, for then two threads, or four, get as much to do. */
  private static int parts(RoutingRequest request, TablePlan plan) {
    long entries = (long) plan.channels().switchCount * request.lids().maxLid();
    long parts = 1 + entries / PART_ENTRIES;
    return (int) Math.min(PARTS_MAX, Long.highestOneBit(parts));
  }

  private static Filled fill(
      RoutingRequest request,
      Choices choices,
      TablePlan plan,
      Measure measure,
      int parts,
      int threads) {
    ForwardingTables tables =
        new ForwardingTables(plan.channels().switchCount, request.lids().maxLid());
    long[] paths = dealOut(choices, plan, tables, measure, parts, threads);
    if (request.options().ports().scatterPorts() == 0) {
      new Relief(request.lids(), choices, plan, tables, paths, everything(tables)).run();
    }
    return new Filled(tables, paths);
  }

  private static BitSet everything(ForwardingTables tables) {
    BitSet lids = new BitSet();
    lids.set(0, tables.maxLid() + 1);
    return lids;
  }

  /** Fills tables and tells how many paths go by each channel. */
  static long[] dealOut(
      Choices choices,
      TablePlan plan,
      ForwardingTables tables,
      Measure measure,
      int parts,
      int threads) {
    List<List<DestinationOrder.Group>> groups = parts(plan.order(), parts);
    long[] sums = new long[plan.channels().channelCount];
    Slices.each(groups, threads, part -> new Dealer(choices, plan, tables, measure).deal(part))
        .forEach(paths -> Arrays.setAll(sums, i -> sums[i] + paths[i]));
    return sums;
  }

  /** The groups in their order, in parts of about as much work. */
  private static List<List<DestinationOrder.Group>> parts(DestinationOrder order, int parts) {
    List<List<DestinationOrder.Group>> lists = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      lists.add(new ArrayList<>());
    }
    int all = order.groups.stream().mapToInt(BalancedTables::work).sum();
    long before = 0;
    for (DestinationOrder.Group group : order.groups) {
      lists.get((int) (before * parts / all)).add(group);
      before += work(group);
    }
    return lists;
  }

  /** Of dealing out a group, in end ports. */
  private static int work(DestinationOrder.Group group) {
    return GROUP_WORK + group.end() - group.first();
  }
}
