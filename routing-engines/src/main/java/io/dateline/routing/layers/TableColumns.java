package io.dateline.routing.layers;

import io.dateline.fabric.ForwardingTables;

/**
 * Entries of tables by LID, in an order in which LIDs are asked for: some at once are read out of
 * every row, where they lie near each other. One worker's scratch.
 */
final class TableColumns {
  private static final int READ_AT_ONCE = 64;

  private final byte[][] rows; // by switch
  private final int[] lids;
  private final byte[][] columns; // of some LIDs, then by switch
  private int first = -READ_AT_ONCE; // index of the first one's LID

  /**
   * Columns of some LIDs.
   *
   * @param lids not beyond the tables, in the order in which they will mostly be asked for
   */
  TableColumns(ForwardingTables tables, int[] lids) {
    rows = new byte[tables.switchCount()][];
    for (int node = 0; node < rows.length; node++) {
      rows[node] = tables.row(node);
    }
    this.lids = lids;
    columns = new byte[Math.min(READ_AT_ONCE, lids.length)][rows.length];
  }

  /**
   * The entries of a LID.
   *
   * @param index among the LIDs
   * @return by switch; valid until others are asked for
   */
  byte[] at(int index) {
    if (index < first || index >= first + READ_AT_ONCE) {
      read(index);
    }
    return columns[index - first];
  }

  private void read(int from) {
    first = from;
    byte[][] columns = this.columns; // fields are read again and again before code is optimized
    int[] lids = this.lids;
    int count = Math.min(columns.length, lids.length - from);
    for (int node = 0; node < rows.length; node++) {
      byte[] row = rows[node];
      for (int i = 0; i < count; i++) {
        columns[i][node] = row[lids[from + i]];
      }
    }
  }
}
