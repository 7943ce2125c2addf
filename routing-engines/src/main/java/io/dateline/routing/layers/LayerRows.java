package io.dateline.routing.layers;

import java.util.Arrays;

/**
 * The layer of every path: by tree, then by the switch where it begins. Trees all of whose paths
 * are in one layer share their row, so that a fabric which needs one layer takes no memory; but
 * only where there is one from every switch, for what was never granted must not be remembered.
 *
 * <p>Owned by one thread while it is written to.
 */
final class LayerRows {
  /** No layer yet, or no path. */
  static final byte NONE = -1;

  private final int switches;
  private final byte[][] rows; // by tree; null where nothing has a layer
  private final byte[][] uniform = new byte[Byte.MAX_VALUE][]; // by layer: a row of it alone

  LayerRows(int trees, int switches) {
    this.switches = switches;
    rows = new byte[trees][];
  }

  int layer(int tree, int node) {
    return rows[tree] == null ? NONE : rows[tree][node];
  }

  /** Whether no path of a tree has a layer. */
  boolean isEmpty(int tree) {
    return rows[tree] == null;
  }

  /** Whether a switch has a layer, or {@link #NONE}, in a tree, other than that at its end. */
  boolean has(int tree, int layer, int home) {
    byte[] row = row(tree);
    if (isShared(row)) {
      return row[0] == layer;
    }
    for (int node = 0; node < row.length; node++) {
      if (row[node] == layer && node != home) {
        return true;
      }
    }
    return false;
  }

  void set(int tree, int node, int layer) {
    own(tree)[node] = (byte) layer;
  }

  /** The layers of a tree's paths by switch, to be written to. */
  byte[] own(int tree) {
    byte[] row = rows[tree];
    if (row == null) {
      row = uniform(NONE);
    }
    if (isShared(row)) {
      row = row.clone();
    }
    rows[tree] = row;
    return row;
  }

  private boolean isShared(byte[] row) {
    return row.length > 0 && row == uniform[row[0] + 1];
  }

  /** Puts all paths of a tree into one layer. */
  void fill(int tree, int layer) {
    rows[tree] = uniform(layer);
  }

  /** Gives paths of a tree the layers of another one, whose paths are the same. */
  void copy(int from, int to) {
    byte[] row = rows[from];
    rows[to] = row == null || isShared(row) ? row : row.clone();
  }

  /**
   * Puts the paths of a tree into other layers.
   *
   * @param to by layer, the new one
   */
  void replace(int tree, byte[] to) {
    byte[] row = rows[tree];
    if (row == null) {
      return;
    }
    if (isShared(row)) {
      rows[tree] = row[0] == NONE ? row : uniform(to[row[0]]);
      return;
    }
    for (int node = 0; node < row.length; node++) {
      row[node] = row[node] == NONE ? NONE : to[row[node]];
    }
  }

  private byte[] uniform(int layer) {
    byte[] row = uniform[layer + 1];
    if (row == null) {
      row = new byte[switches];
      Arrays.fill(row, (byte) layer);
      uniform[layer + 1] = row;
    }
    return row;
  }

  /** The layers of a tree's paths by switch, {@link #NONE} where there is none; not a copy. */
  byte[] row(int tree) {
    return rows[tree] == null ? uniform(NONE) : rows[tree];
  }
}
