package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import java.util.Arrays;
import java.util.Optional;

/**
 * Collects, when a term begins, what the programmers remember of their switches. Engines keep those
 * entries where they still serve, so that a new master changes no more than it has to.
 */
final class TableRecall {
  private final Fabric fabric;
  private final String engine;
  private final byte[][] rows; // by switch; null before its programmer has answered
  private int missing;

  /**
   * Begins.
   *
   * @param engine whose tables they are; empty where that is not known
   */
  TableRecall(Fabric fabric, String engine) {
    this.fabric = fabric;
    this.engine = engine;
    missing = fabric.switchCount();
    rows = new byte[missing][];
  }

  /** Takes the first answer in; an empty row when nothing is known. */
  void take(int switchIndex, byte[] row) {
    if (rows[switchIndex] == null) {
      missing--;
      rows[switchIndex] = row;
    }
  }

  /** What a switch was told is not what it holds. */
  void forget(int switchIndex) {
    take(switchIndex, new byte[0]);
    rows[switchIndex] = new byte[0];
  }

  String engine() {
    return engine;
  }

  boolean isComplete() {
    return missing == 0;
  }

  /**
   * What is known, for the LIDs there are now; ports that a switch does not have are left out.
   *
   * @return empty where nothing is, as on a fabric that was never routed: balancing around entries
   *     of before takes an engine twice the time
   */
  Optional<ForwardingTables> tables(LidMap lids) {
    if (Arrays.stream(rows).allMatch(row -> row.length == 0)) {
      return Optional.empty();
    }
    ForwardingTables tables = new ForwardingTables(rows.length, lids.maxLid());
    for (int node = 0; node < rows.length; node++) {
      int known = Math.min(rows[node].length - 1, lids.maxLid());
      int portsMax = fabric.externalPortCount(node);
      for (int lid = 0; lid <= known; lid++) {
        if ((rows[node][lid] & 0xFF) <= portsMax) {
          tables.set(node, lid, rows[node][lid] & 0xFF);
        }
      }
    }
    return Optional.of(tables);
  }
}
