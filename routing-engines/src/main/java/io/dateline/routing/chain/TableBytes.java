package io.dateline.routing.chain;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;

/**
 * Tables of a part as bytes that compress well: of the LIDs that ports have so many at a time, and
 * of these the entries of one switch after the other. What rows have in common is not far apart
 * then: ZLIB looks back 32,768 bytes, and a row alone may be longer.
 */
final class TableBytes {
  private static final int LIDS_AT_A_TIME = 256;

  private TableBytes() {}

  static void write(ForwardingTables tables, LidMap lids, Packer out) {
    int[] used = lids.usedLids();
    byte[] piece = new byte[LIDS_AT_A_TIME];
    for (int from = 0; from < used.length; from += LIDS_AT_A_TIME) {
      int count = Math.min(LIDS_AT_A_TIME, used.length - from);
      for (int node = 0; node < tables.switchCount(); node++) {
        byte[] row = tables.row(node);
        for (int at = 0; at < count; at++) {
          piece[at] = row[used[from + at]];
        }
        out.put(piece, 0, count);
      }
    }
  }

  /** Tables of so many switches; entries to LIDs that no port has are empty. */
  static ForwardingTables read(int switchCount, LidMap lids, Unpacker in) {
    ForwardingTables tables = new ForwardingTables(switchCount, lids.maxLid());
    int[] used = lids.usedLids();
    byte[] piece = new byte[LIDS_AT_A_TIME];
    for (int from = 0; from < used.length; from += LIDS_AT_A_TIME) {
      int count = Math.min(LIDS_AT_A_TIME, used.length - from);
      for (int node = 0; node < switchCount; node++) {
        in.get(piece, count);
        byte[] row = tables.row(node);
        for (int at = 0; at < count; at++) {
          row[used[from + at]] = piece[at];
        }
      }
    }
    return tables;
  }
}
