package io.dateline.fabric.judge;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;

/**
 * What differs between two generations of forwarding tables of the same switches, for the LIDs that
 * are in use.
 *
 * @param entries entries compared: switches times LIDs in use
 * @param changed entries that name another port
 * @param added entries where there was none before
 * @param removed entries where there is none any more
 * @param differencesBySwitch changed, added and removed entries of each switch
 * @param blocks blocks of 64 entries with a difference, each a MAD to send
 */
public record TableComparison(
    long entries, long changed, long added, long removed, int[] differencesBySwitch, int blocks) {

  /**
   * Compares tables.
   *
   * @throws IllegalArgumentException if they are for different numbers of switches
   */
  public static TableComparison compare(
      LidMap lids, ForwardingTables before, ForwardingTables after) {
    if (before.switchCount() != after.switchCount()) {
      throw new IllegalArgumentException(
          "tables of " + before.switchCount() + " and of " + after.switchCount() + " switches");
    }
    int[] inUse = new int[lids.maxLid()];
    int count = 0;
    for (int lid = Lid.UNICAST_MIN; lid <= lids.maxLid(); lid++) {
      if (lids.port(lid) >= 0) {
        inUse[count++] = lid;
      }
    }
    long changed = 0;
    long added = 0;
    long removed = 0;
    int blocks = 0;
    int[] differences = new int[before.switchCount()];
    for (int node = 0; node < differences.length; node++) {
      int lastBlock = -1;
      for (int i = 0; i < count; i++) {
        int lid = inUse[i];
        int was = before.port(node, lid);
        int is = after.port(node, lid);
        if (was == is) {
          continue;
        }
        if (was == ForwardingTables.NO_PORT) {
          added++;
        } else if (is == ForwardingTables.NO_PORT) {
          removed++;
        } else {
          changed++;
        }
        differences[node]++;
        if (lid / ForwardingTables.BLOCK_ENTRIES != lastBlock) {
          lastBlock = lid / ForwardingTables.BLOCK_ENTRIES;
          blocks++;
        }
      }
    }
    return new TableComparison(
        (long) count * differences.length, changed, added, removed, differences, blocks);
  }

  /** Entries that differ in any way. */
  public long differences() {
    return changed + added + removed;
  }

  /** Switches with a difference. */
  public int switches() {
    int touched = 0;
    for (int count : differencesBySwitch) {
      if (count > 0) {
        touched++;
      }
    }
    return touched;
  }
}
