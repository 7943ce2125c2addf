package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import java.util.Arrays;

/**
 * The trees of paths to LIDs, for who looks at all of them many times: they are kept as long as
 * they do not take too much memory, and read from the tables each time where they would.
 *
 * <p>Any thread may look, each by a {@link View} of its own.
 */
final class DestinationTrees {
  /** Channels that are kept, 4 bytes each. */
  private static final long KEPT_MAX = 1L << 25;

  final Fabric fabric;
  final LidMap lidMap;
  final Turns turns;
  private final Channels channels;
  final int[] lids; // by tree, ascending
  private final ForwardingTables tables;
  private final int[][] kept; // by tree: its ways; or null
  private final int[] homes; // by tree, of those kept

  /**
   * The trees of some LIDs.
   *
   * @param lids ascending
   */
  DestinationTrees(
      Fabric fabric, LidMap lidMap, ForwardingTables tables, Channels channels, int[] lids) {
    this.fabric = fabric;
    this.lidMap = lidMap;
    this.tables = tables;
    this.channels = channels;
    turns = new Turns(channels);
    this.lids = lids;
    boolean keeps = (long) lids.length * fabric.switchCount() <= KEPT_MAX;
    kept = keeps ? new int[lids.length][] : null;
    homes = keeps ? new int[lids.length] : null;
    if (keeps) {
      TreeReader reader = new TreeReader(fabric, lidMap, tables, channels);
      for (int tree = 0; tree < lids.length; tree++) {
        reader.read(lids[tree]);
        homes[tree] = reader.home;
        kept[tree] = Arrays.copyOf(reader.ways, reader.count);
      }
    }
  }

  /** Whether looking again takes no longer than it must. */
  boolean isKept() {
    return kept != null;
  }

  /** One tree after the other. Owned by one thread. */
  final class View {
    private final TreeReader reader =
        kept == null ? new TreeReader(fabric, lidMap, tables, channels) : null;

    /** The switch where the paths end, or {@link Fabric#NONE} where there are none. */
    int home;

    /** The channels, nearest to the home first; the first {@link #count} are valid. */
    int[] ways;

    int count;

    /** Turns to a tree. */
    void at(int tree) {
      if (reader == null) {
        home = homes[tree];
        ways = kept[tree];
        count = ways.length;
      } else {
        reader.read(lids[tree]);
        home = reader.home;
        ways = reader.ways;
        count = reader.count;
      }
    }
  }
}
