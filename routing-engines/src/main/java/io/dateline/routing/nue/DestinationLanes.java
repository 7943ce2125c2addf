package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.routing.LayerMemory;
import java.util.Arrays;
import java.util.Optional;

/** The lane of a destination as the SL of all paths to it. Immutable; the array is not a copy. */
final class DestinationLanes implements PathSl {
  private final byte[] lanes; // by LID

  DestinationLanes(byte[] lanes) {
    this.lanes = lanes;
  }

  /**
   * The lanes that are remembered for all LIDs of a fabric.
   *
   * @return empty where one is not known, or not the same from everywhere
   */
  static Optional<DestinationLanes> remembered(Fabric fabric, LidMap lids, LayerMemory memory) {
    byte[][] rows = memory.layers(fabric, lids);
    byte[] lanes = new byte[rows.length];
    for (int lid = 1; lid < lanes.length; lid++) {
      if (lids.port(lid) != Fabric.NONE) {
        lanes[lid] = common(rows[lid]);
        if (lanes[lid] == LayerMemory.UNKNOWN) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(new DestinationLanes(lanes));
  }

  /**
   * The layer that is remembered from all switches that are known.
   *
   * @param row by switch, or null
   * @return {@link LayerMemory#UNKNOWN} where none is, or several are
   */
  static byte common(byte[] row) {
    byte common = LayerMemory.UNKNOWN;
    for (int node = 0; row != null && node < row.length; node++) {
      if (row[node] != LayerMemory.UNKNOWN) {
        if (common != LayerMemory.UNKNOWN && common != row[node]) {
          return LayerMemory.UNKNOWN;
        }
        common = row[node];
      }
    }
    return common;
  }

  /** One more than the highest lane, at least 1. */
  int used() {
    int highest = 0;
    for (byte lane : lanes) {
      highest = Math.max(highest, lane);
    }
    return highest + 1;
  }

  /** By LID, then by switch, the lane; LIDs of a lane share a row. */
  byte[][] rows(int switches) {
    byte[][] ofLane = new byte[used()][switches];
    for (int lane = 0; lane < ofLane.length; lane++) {
      Arrays.fill(ofLane[lane], (byte) lane);
    }
    byte[][] rows = new byte[lanes.length][];
    Arrays.setAll(rows, lid -> ofLane[lanes[lid]]);
    return rows;
  }

  /** The lane of a LID, 0 beyond the largest one. */
  int lane(int lid) {
    return lid < lanes.length ? lanes[lid] : 0;
  }

  @Override
  public int sl(int sourceLid, int destinationLid) {
    return lane(destinationLid);
  }

  /** It depends on the switch alone. */
  @Override
  public int kind(int sourceLid) {
    return 0;
  }
}
