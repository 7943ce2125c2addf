package io.dateline.sm.fair;

import io.dateline.fabric.Fabric;
import io.dateline.sm.subnet.SubnetView;

/** Which port a LID belongs to. Any thread may ask. */
public final class LidOwners {
  private volatile SubnetView view;

  /** The subnet is like this from now on. */
  public void know(SubnetView newest) {
    view = newest;
  }

  /** The subnet as it was made known last, null before. */
  public SubnetView view() {
    return view;
  }

  /**
   * By what a port is counted: its GUID, so that all its LIDs are one. Those that no port has are 0
   * together; before a subnet is known it is the LID.
   */
  public long owner(int lid) {
    SubnetView known = view;
    return known == null ? lid : portGuid(known, lid);
  }

  /** GUID of the port that has a LID; 0 where none has, or no subnet is known. */
  public long portGuid(int lid) {
    SubnetView known = view;
    return known == null ? 0 : portGuid(known, lid);
  }

  private static long portGuid(SubnetView known, int lid) {
    int port = known.lids().port(lid);
    return port == Fabric.NONE ? 0 : known.fabric().portGuid(port);
  }
}
