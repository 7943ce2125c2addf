package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.routing.cdg.Channels;
import io.dateline.routing.cdg.Turns;
import java.util.Arrays;

/**
 * The trees of paths to LIDs, as tables make them, and whose LIDs are at one switch: their paths
 * are the same for a good part ({@link MergedTrees}). Any thread may look.
 */
final class DestinationTrees {
  /** Paths that are kept by code that looks at them again. */
  private static final long KEPT_MAX = 1L << 25;

  final Turns turns;
  final int[] lids; // by tree, ascending
  final int[] homes; // by tree: the switch where its paths end; or NONE
  final int[][] groups; // trees of one home each, MergedTrees.LIDS_MAX at most
  private final Fabric fabric;
  private final LidMap lidMap;
  private final Channels channels;
  private final ForwardingTables tables;
  private final int[] columnOf; // by tree: where it is in the order of groups
  private final int[] lidOf; // by place in that order

  /**
   * The trees of some LIDs.
   *
   * @param lids ascending
   */
  DestinationTrees(Fabric fabric, LidMap lidMap, ForwardingTables tables, int[] lids) {
    this.fabric = fabric;
    this.lidMap = lidMap;
    this.tables = tables;
    this.lids = lids;
    channels = new Channels(fabric);
    turns = new Turns(channels);
    TreeReader reader = reader();
    homes = new int[lids.length];
    for (int tree = 0; tree < homes.length; tree++) {
      homes[tree] = reader.homeOf(lids[tree]);
    }
    groups = groups(homes, fabric.switchCount());
    columnOf = new int[lids.length];
    int[] inGroups = new int[lids.length];
    int column = 0;
    for (int[] group : groups) {
      for (int tree : group) {
        inGroups[column] = lids[tree];
        columnOf[tree] = column++;
      }
    }
    lidOf = Arrays.copyOf(inGroups, column);
  }

  private static int[][] groups(int[] homes, int switches) {
    int[] sizes = new int[switches];
    for (int home : homes) {
      if (home != Fabric.NONE) {
        sizes[home]++;
      }
    }
    int[] first = new int[switches + 1]; // of its groups
    for (int node = 0; node < switches; node++) {
      first[node + 1] = first[node] + Math.ceilDiv(sizes[node], MergedTrees.LIDS_MAX);
    }
    int[][] groups = new int[first[switches]][];
    int[] found = new int[switches];
    for (int tree = 0; tree < homes.length; tree++) {
      int home = homes[tree];
      if (home != Fabric.NONE) {
        int at = found[home]++;
        int group = first[home] + at / MergedTrees.LIDS_MAX;
        if (at % MergedTrees.LIDS_MAX == 0) {
          groups[group] = new int[Math.min(sizes[home] - at, MergedTrees.LIDS_MAX)];
        }
        groups[group][at % MergedTrees.LIDS_MAX] = tree;
      }
    }
    return groups;
  }

  /** Whether two trees of one group are the same but for what the switch they end at does. */
  boolean haveSamePaths(int tree, int other) {
    for (int node = 0; node < channels.switchCount; node++) {
      byte[] row = tables.row(node);
      if (row[lids[tree]] != row[lids[other]] && node != homes[tree]) {
        return false;
      }
    }
    return true;
  }

  /** Whether there are few enough to keep what is looked at again. */
  boolean areKept() {
    return (long) lids.length * channels.switchCount <= KEPT_MAX;
  }

  /** A worker's reader of single trees. */
  TreeReader reader() {
    return new TreeReader(fabric, lidMap, tables, channels);
  }

  /** A worker's reader of merged ones. */
  TreeMerger merger() {
    return new TreeMerger(channels, turns, new TableColumns(tables, lidOf), columnOf);
  }
}
