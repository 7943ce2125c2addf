package io.dateline.fabric;

import io.dateline.fabric.parallel.Slices;
import java.util.Arrays;

/**
 * The linear forwarding tables of all switches of one {@link Fabric} (IBA Vol 1, 14.2.5.10): for
 * every switch and unicast LID the number of the port to leave by.
 *
 * <p>Rows are filled by one owner, then treated as frozen: code that is handed tables only reads
 * them.
 */
public final class ForwardingTables {
  /** "No route": the value a switch drops on. */
  public static final int NO_PORT = 0xFF;

  /** Entries in one LinearForwardingTable attribute. */
  public static final int BLOCK_ENTRIES = 64;

  private final byte[][] rows; // [switch][lid], length a multiple of 64
  private final boolean[] borrowed; // by switch: whether other tables have the row, too; or null
  private final int maxLid;

  private ForwardingTables(byte[][] rows, boolean[] borrowed, int maxLid) {
    this.rows = rows;
    this.borrowed = borrowed;
    this.maxLid = maxLid;
  }

  /** Tables for {@code switchCount} switches that cover LIDs up to {@code maxLid}; all empty. */
  public ForwardingTables(int switchCount, int maxLid) {
    int length = (maxLid / BLOCK_ENTRIES + 1) * BLOCK_ENTRIES;
    rows = new byte[switchCount][length];
    borrowed = null;
    this.maxLid = maxLid;
    for (byte[] row : rows) {
      Arrays.fill(row, (byte) NO_PORT);
    }
  }

  /**
   * Tables of the same entries, as far as they cover the LIDs; no others have any.
   *
   * @param copyMaxLid the largest LID that the copy covers
   * @param threads at least 1; makes no difference to the result
   */
  public ForwardingTables copy(int copyMaxLid, int threads) {
    int length = (copyMaxLid / BLOCK_ENTRIES + 1) * BLOCK_ENTRIES;
    int known = Math.min(maxLid, copyMaxLid) + 1;
    byte[][] copies = new byte[rows.length][];
    Slices.map(
        rows.length,
        threads,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            copies[node] = Arrays.copyOf(rows[node], length);
            Arrays.fill(copies[node], known, length, (byte) NO_PORT);
          }
          return to - from;
        });
    return new ForwardingTables(copies, null, copyMaxLid);
  }

  /**
   * Tables of the same entries. They share all rows with these, which are not to be changed from
   * now on; a row in which {@link #set} changes an entry is their own from then on. So they take
   * memory and time in proportion to what is changed. One thread changes them.
   */
  public ForwardingTables branch() {
    boolean[] all = new boolean[rows.length];
    Arrays.fill(all, true);
    return new ForwardingTables(rows.clone(), all, maxLid);
  }

  /**
   * Tables of some of the rows, which are shared: from now on neither's are to be changed.
   *
   * @param switches whose rows they are, in the order of the new ones
   * @return these themselves where they are all rows in the same order
   */
  public ForwardingTables rows(int[] switches) {
    byte[][] some = new byte[switches.length][];
    boolean areSame = switches.length == rows.length;
    for (int node = 0; node < switches.length; node++) {
      some[node] = rows[switches[node]];
      areSame &= switches[node] == node;
    }
    if (areSame) {
      return this;
    }
    return new ForwardingTables(some, null, maxLid);
  }

  /** Whether these share all rows with others, in the same order. */
  public boolean hasSameRows(ForwardingTables other) {
    boolean areSame = rows.length == other.rows.length;
    for (int node = 0; areSame && node < rows.length; node++) {
      areSame = rows[node] == other.rows[node];
    }
    return areSame;
  }

  public int switchCount() {
    return rows.length;
  }

  /** The largest LID covered; rows are padded with {@link #NO_PORT} to whole blocks. */
  public int maxLid() {
    return maxLid;
  }

  /** Blocks of 64 entries in each row. */
  public int blockCount() {
    return maxLid / BLOCK_ENTRIES + 1;
  }

  /** The output port number, or {@link #NO_PORT}; also for LIDs beyond the tables. */
  public int port(int switchIndex, int lid) {
    byte[] row = rows[switchIndex];
    return lid < row.length ? row[lid] & 0xFF : NO_PORT;
  }

  /** Changes an entry. */
  public void set(int switchIndex, int lid, int portNumber) {
    if (borrowed != null && borrowed[switchIndex]) {
      if (rows[switchIndex][lid] == (byte) portNumber) {
        return;
      }
      rows[switchIndex] = rows[switchIndex].clone();
      borrowed[switchIndex] = false;
    }
    rows[switchIndex][lid] = (byte) portNumber;
  }

  /**
   * The row of a switch, indexed by LID, one unsigned port number a byte. Not a copy. It may be
   * written to only where these are not a {@link #branch}.
   */
  public byte[] row(int switchIndex) {
    return rows[switchIndex];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ForwardingTables tables
        && tables.maxLid == maxLid
        && Arrays.deepEquals(rows, tables.rows);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(rows);
  }
}
