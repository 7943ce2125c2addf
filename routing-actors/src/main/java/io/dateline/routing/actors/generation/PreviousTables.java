package io.dateline.routing.actors.generation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;

/** Carries tables over to a newer generation, whose indices and LIDs may be different. */
public final class PreviousTables {
  private PreviousTables() {}

  /**
   * What the switches of {@code now} were told when {@code tables} were programmed, as far as it
   * still means the same: entries of LIDs that belong to the same port GUID at the same offset from
   * its base LID, in switches of the same GUID, by ports that the switch has. Everything else is
   * {@link ForwardingTables#NO_PORT}. Whether the port still leads anywhere is not looked at.
   *
   * @param then the generation that {@code tables} are for
   * @return the tables themselves where switches and LIDs are the same
   */
  public static ForwardingTables carry(
      FabricGeneration then, ForwardingTables tables, FabricGeneration now) {
    boolean[] same = sameOwner(then, now);
    Fabric fabric = now.fabric();
    if (areAlike(then, now, same, tables.maxLid())) {
      return tables;
    }
    ForwardingTables carried = new ForwardingTables(fabric.switchCount(), now.lids().maxLid());
    int known = Math.min(tables.maxLid(), now.lids().maxLid());
    for (int node = 0; node < fabric.switchCount(); node++) {
      int before = then.fabric().nodeByGuid(fabric.nodeGuid(node));
      if (before != Fabric.NONE && then.fabric().isSwitch(before)) {
        int portsMax = fabric.externalPortCount(node);
        copy(tables.row(before), carried.row(node), same, known, portsMax);
      }
    }
    return carried;
  }

  /** LIDs that have no owner now had none then, so no entries either. */
  private static boolean areAlike(
      FabricGeneration then, FabricGeneration now, boolean[] same, int maxLid) {
    if (!then.fabric().hasSameSwitches(now.fabric())
        || maxLid != now.lids().maxLid()
        || maxLid != then.lids().maxLid()) {
      return false;
    }
    for (int lid = 1; lid <= maxLid; lid++) {
      if (!same[lid]
          && (then.lids().port(lid) != Fabric.NONE || now.lids().port(lid) != Fabric.NONE)) {
        return false;
      }
    }
    return true;
  }

  private static void copy(byte[] from, byte[] to, boolean[] same, int lidMax, int portsMax) {
    for (int lid = 0; lid <= lidMax; lid++) {
      if (same[lid] && (from[lid] & 0xFF) <= portsMax) {
        to[lid] = from[lid];
      }
    }
  }

  /** By LID of {@code now}: whether it had the same owner before. */
  private static boolean[] sameOwner(FabricGeneration then, FabricGeneration now) {
    boolean[] same = new boolean[now.lids().maxLid() + 1];
    for (int lid = 0; lid < same.length; lid++) {
      int before = then.lids().port(lid);
      int after = now.lids().port(lid);
      same[lid] =
          before != Fabric.NONE
              && after != Fabric.NONE
              && then.fabric().portGuid(before) == now.fabric().portGuid(after)
              && then.lids().baseLid(before) == now.lids().baseLid(after);
    }
    return same;
  }
}
