package io.dateline.fabric.format;

import io.dateline.fabric.Lid;
import io.dateline.fabric.PathSl;
import java.util.Arrays;

/** Service levels by destination: one for every source, and exceptions. */
final class PathSlTable implements PathSl {
  private static final byte UNSET = -1;

  private final byte[] common = new byte[Lid.UNICAST_MAX + 1]; // by destination LID
  private final byte[][] exceptions = new byte[Lid.UNICAST_MAX + 1][]; // [destination][source]

  void setAll(int destinationLid, int sl) {
    common[destinationLid] = (byte) sl;
    exceptions[destinationLid] = null;
  }

  void set(int sourceLid, int destinationLid, int sl) {
    byte[] row = exceptions[destinationLid];
    if (row == null || sourceLid >= row.length) {
      int before = row == null ? 0 : row.length;
      int length = Math.clamp(Math.max(sourceLid + 1L, 2L * before), 64, Lid.UNICAST_MAX + 1);
      row = row == null ? new byte[length] : Arrays.copyOf(row, length);
      Arrays.fill(row, before, length, UNSET);
      exceptions[destinationLid] = row;
    }
    row[sourceLid] = (byte) sl;
  }

  @Override
  public int sl(int sourceLid, int destinationLid) {
    if (destinationLid < 0 || destinationLid >= common.length) {
      return 0;
    }
    byte[] row = exceptions[destinationLid];
    boolean excepted =
        row != null && sourceLid >= 0 && sourceLid < row.length && row[sourceLid] != UNSET;
    return excepted ? row[sourceLid] : common[destinationLid];
  }
}
