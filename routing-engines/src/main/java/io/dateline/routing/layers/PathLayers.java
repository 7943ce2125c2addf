package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import java.util.Arrays;

/**
 * The layer of every path as its SL, where all end ports at one switch are in the same layer on
 * their way to a LID. Immutable; rows are shared, nobody writes to them.
 */
public final class PathLayers implements PathSl {
  private final int[] switchOf; // by LID: the switch where its packets come in, Fabric.NONE if none
  private final byte[][] layers; // by LID, then by switch; null where all are in layer 0

  /**
   * The layers of a fabric's paths.
   *
   * @param layers by destination LID up to {@code lids.maxLid()}, then by switch the SL; null where
   *     all are 0. LIDs may share a row
   */
  public PathLayers(Fabric fabric, LidMap lids, byte[][] layers) {
    this.layers = layers;
    switchOf = new int[lids.maxLid() + 1];
    Arrays.fill(switchOf, Fabric.NONE);
    for (int lid = 1; lid < switchOf.length; lid++) {
      int port = lids.port(lid);
      if (port != Fabric.NONE) {
        int entry = fabric.isSwitch(fabric.nodeOf(port)) ? port : fabric.peer(port);
        boolean atSwitch = entry != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(entry));
        switchOf[lid] = atSwitch ? fabric.nodeOf(entry) : Fabric.NONE;
      }
    }
  }

  @Override
  public int sl(int sourceLid, int destinationLid) {
    if (destinationLid >= layers.length || sourceLid >= switchOf.length) {
      return 0;
    }
    byte[] row = layers[destinationLid];
    int source = switchOf[sourceLid];
    return row == null || source == Fabric.NONE ? 0 : row[source];
  }
}
