package io.dateline.routing.balance;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.Dealer.Measure;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Tables that go on from those of before: what qualifies is kept ({@link KeptEntries}), what does
 * not is dealt out around it ({@link Mender}), {@link Relief} moves nothing else, and channels that
 * have come get paths ({@link Arrivals}). Where these move LIDs, relief may move all entries of
 * those.
 */
final class MendedTables {
  private final RoutingRequest request;
  private final TablePlan plan;
  private final Permissions permissions;
  private final KeptEntries kept;
  private final BitSet came; // channels

  private MendedTables(
      RoutingRequest request, TablePlan plan, Permissions permissions, KeptEntries kept) {
    this.request = request;
    this.plan = plan;
    this.permissions = permissions;
    this.kept = kept;
    came = kept.came(plan);
  }

  /**
   * What came of it.
   *
   * @param counted of these tables
   * @param isSettled whether mending these tables once more would change nothing for certain
   */
  record Outcome(ForwardingTables tables, CountedTables counted, boolean isSettled) {}

  private record Mended(ForwardingTables tables, long[] paths, boolean hasMoved) {
    long most() {
      return Arrays.stream(paths).max().orElse(0);
    }
  }

  /**
   * Mends.
   *
   * @param before what was counted of the tables of before, if that is known
   * @param measures to mend by, each for itself; of what comes of them the tables are taken that
   *     leave the fewest paths on the busiest channel
   * @param threads at least 1; makes no difference to the tables
   */
  static Outcome of(
      RoutingRequest request,
      TablePlan plan,
      Permissions permissions,
      Optional<CountedTables> before,
      List<Measure> measures,
      int threads) {
    HomeOfLid homes = new HomeOfLid(plan.order(), request.lids().maxLid());
    Optional<CountedTables> counted = before.filter(known -> known.isComparable(plan, homes));
    Optional<ChannelMap> map =
        counted.flatMap(known -> ChannelMap.between(known.plan().channels(), plan.channels()));
    KeptEntries kept =
        map.flatMap(
                found -> KeptByChange.of(counted.get(), plan, permissions, homes, found, threads))
            .orElseGet(() -> KeptEntries.of(plan, permissions, homes, threads));
    List<Measure> tried = kept.broken().isEmpty() ? measures.subList(0, 1) : measures;
    MendedTables mending = new MendedTables(request, plan, permissions, kept);
    Mended best =
        Slices.each(tried, threads, measure -> mending.mend(measure, tried.size() > 1)).stream()
            .min(Comparator.comparingLong(Mended::most)) // the first of equals
            .orElseThrow();
    boolean isSettled = mending.came.isEmpty() || (kept.broken().isEmpty() && !best.hasMoved);
    ChannelUse use =
        map.map(
                found ->
                    counted
                        .get()
                        .use(plan.previous(), threads)
                        .after(found, homes, plan.previous(), best.tables))
            .orElse(null);
    return new Outcome(
        best.tables,
        new CountedTables(best.tables, plan, permissions, homes, best.paths, use),
        isSettled);
  }

  /** Changes a copy of what is kept, or that itself. */
  private Mended mend(Measure measure, boolean copies) {
    ForwardingTables tables = copies ? kept.tables().branch() : kept.tables();
    long[] paths = copies ? kept.paths().clone() : kept.paths();
    new Mender(plan, permissions, tables, measure, paths).mend(kept.broken());
    boolean hasMoved = false;
    if (request.options().ports().scatterPorts() == 0) {
      Allowed allowed = permissions.allowed();
      new Relief(request.lids(), allowed, plan, tables, paths, kept.broken()).run();
      BitSet moved = new Arrivals(request.lids(), allowed, plan, tables, paths).fill(came);
      hasMoved = !moved.isEmpty();
      if (hasMoved) {
        moved.or(kept.broken());
        new Relief(request.lids(), allowed, plan, tables, paths, moved).runWide();
      }
    }
    return new Mended(tables, paths, hasMoved);
  }
}
