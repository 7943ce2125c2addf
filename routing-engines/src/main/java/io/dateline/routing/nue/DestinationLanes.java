package io.dateline.routing.nue;

import io.dateline.fabric.PathSl;

/** The lane of a destination as the SL of all paths to it. Immutable; the array is not a copy. */
final class DestinationLanes implements PathSl {
  private final byte[] lanes; // by LID

  DestinationLanes(byte[] lanes) {
    this.lanes = lanes;
  }

  @Override
  public int sl(int sourceLid, int destinationLid) {
    return destinationLid < lanes.length ? lanes[destinationLid] : 0;
  }
}
