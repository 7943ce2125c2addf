package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import java.util.Arrays;

/**
 * The layer of every path as its SL, where all end ports at one switch are in the same layer on
 * their way to a LID. Immutable; rows are shared and are never written to.
 */
public final class PathLayers implements PathSl {
  private final int[] switchOf; // by LID: the switch where its packets come in, Fabric.NONE if none
  private final byte[][] layers; // by LID, then by switch; null where all are in layer 0

  /**
   * The layers of a fabric's paths.
   *
   * @param layers by destination LID up to {@code lids.maxLid()}, then by switch the SL, anything
   *     negative where there is no path; null where all are 0. LIDs may share a row
   */
  public PathLayers(Fabric fabric, LidMap lids, byte[][] layers) {
    this.layers = layers;
    switchOf = new int[lids.maxLid() + 1];
    Arrays.fill(switchOf, Fabric.NONE);
    for (int lid = 1; lid < switchOf.length; lid++) {
      int port = lids.port(lid);
      if (port != Fabric.NONE) {
        switchOf[lid] = fabric.switchAt(port);
      }
    }
  }

  /** The highest SL of a path. */
  public int highest() {
    int highest = 0;
    for (int lid = 0; lid < layers.length; lid++) {
      if (layers[lid] != null && (lid == 0 || layers[lid] != layers[lid - 1])) {
        highest = Math.max(highest, highest(layers[lid]));
      }
    }
    return highest;
  }

  private static int highest(byte[] row) {
    int highest = 0;
    for (byte layer : row) {
      highest = Math.max(highest, layer);
    }
    return highest;
  }

  @Override
  public int sl(int sourceLid, int destinationLid) {
    if (destinationLid >= layers.length || sourceLid >= switchOf.length) {
      return 0;
    }
    byte[] row = layers[destinationLid];
    int source = switchOf[sourceLid];
    return row == null || source == Fabric.NONE ? 0 : Math.max(0, row[source]);
  }

  /** It depends on the switch alone. */
  @Override
  public int kind(int sourceLid) {
    return 0;
  }
}
