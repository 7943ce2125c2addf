package io.dateline.routing.balance;

import io.dateline.fabric.ForwardingTables;
import java.lang.ref.WeakReference;
import java.util.Arrays;

/**
 * Tables that were made here, what they were made by, and what was counted then. It keeps no tables
 * from being forgotten.
 */
final class CountedTables {
  private final WeakReference<ForwardingTables> tables;
  private final TablePlan plan; // without tables of before
  private final Permissions permissions;
  private final HomeOfLid homes;
  private final long[] paths;
  private ChannelUse use; // null until it is asked for

  /**
   * Takes it down.
   *
   * @param paths by channel, that the tables lead
   * @param use of channels, or null where that is not known
   */
  CountedTables(
      ForwardingTables tables,
      TablePlan plan,
      Permissions permissions,
      HomeOfLid homes,
      long[] paths,
      ChannelUse use) {
    this.tables = new WeakReference<>(tables);
    this.plan = plan.with(null);
    this.permissions = permissions;
    this.homes = homes;
    this.paths = paths;
    this.use = use;
  }

  /** Whether it is of the very tables that a plan goes on from. */
  boolean isOf(ForwardingTables previous) {
    return previous != null && tables.refersTo(previous);
  }

  /** Whether its tables are in use no more. */
  boolean isForgotten() {
    return tables.refersTo(null);
  }

  /** Whether all that counts but cables is for another plan as it was for this one. */
  boolean isComparable(TablePlan now, HomeOfLid homesNow) {
    return plan.channels().switchCount == now.channels().switchCount
        && homes.isSame(homesNow)
        && Arrays.equals(plan.senders(), now.senders())
        && plan.uncounted() == null
        && now.uncounted() == null
        && plan.avoided() == null
        && now.avoided() == null;
  }

  TablePlan plan() {
    return plan;
  }

  Permissions permissions() {
    return permissions;
  }

  /** By channel. Not a copy. */
  long[] paths() {
    return paths;
  }

  /**
   * How many entries lead by each channel; counted when it is asked for first.
   *
   * @param counted the tables it is of
   */
  synchronized ChannelUse use(ForwardingTables counted, int threads) {
    if (use == null) {
      use = ChannelUse.of(plan.channels(), homes, counted, threads);
    }
    return use;
  }
}
