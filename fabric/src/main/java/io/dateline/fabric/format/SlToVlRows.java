package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SlToVl;
import java.util.Arrays;

/** SL to VL tables as rows of 16 lanes, four bits each, SL 0 in the lowest. */
final class SlToVlRows implements SlToVl {
  private static final long IDENTITY_ROW = 0xFEDC_BA98_7654_3210L;

  private final long[][][] rows; // [node][output number][input number]; null: identity

  private boolean isIdentity = true;

  SlToVlRows(Fabric fabric) {
    rows = new long[fabric.nodeCount()][][];
    for (int node = 0; node < rows.length; node++) {
      rows[node] = new long[fabric.externalPortCount(node) + 1][];
    }
  }

  /** Sets a row; there may be millions, and the identity takes no room. */
  void set(int node, int inputNumber, int outputNumber, long row) {
    long[][] outputs = rows[node];
    if (outputs[outputNumber] == null) {
      if (row == IDENTITY_ROW) {
        return;
      }
      isIdentity = false;
      outputs[outputNumber] = new long[outputs.length];
      Arrays.fill(outputs[outputNumber], IDENTITY_ROW);
    }
    outputs[outputNumber][inputNumber] = row;
  }

  /** Itself, or {@link SlToVl#IDENTITY} where all rows are. */
  SlToVl slToVl() {
    return isIdentity ? SlToVl.IDENTITY : this;
  }

  @Override
  public int vl(int node, int inputNumber, int outputNumber, int sl) {
    long[] inputs = rows[node][outputNumber];
    long row = inputs == null ? IDENTITY_ROW : inputs[inputNumber];
    return (int) (row >>> (4 * sl)) & 0xF;
  }
}
