package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import java.util.Arrays;
import java.util.BitSet;

/** Where each LID is. Immutable. */
final class HomeOfLid {
  private final int[] homes; // by LID, Fabric.NONE where it is nobody's
  private final byte[] lastPorts; // by LID
  private final boolean[] counts; // by LID

  HomeOfLid(DestinationOrder order, int maxLid) {
    homes = new int[maxLid + 1];
    lastPorts = new byte[maxLid + 1];
    counts = new boolean[maxLid + 1];
    Arrays.fill(homes, Fabric.NONE);
    for (DestinationOrder.Group group : order.groups) {
      for (int at = group.first(); at < group.end(); at++) {
        int end = order.baseLids[at] + order.lidCounts[at];
        Arrays.fill(homes, order.baseLids[at], end, group.node());
        Arrays.fill(lastPorts, order.baseLids[at], end, (byte) order.lastPorts[at]);
        Arrays.fill(counts, order.baseLids[at], end, order.counts[at]);
      }
    }
  }

  /** The largest LID it tells of. */
  int maxLid() {
    return homes.length - 1;
  }

  /** Whether all LIDs are where they are here, and count as here. */
  boolean isSame(HomeOfLid other) {
    return Arrays.equals(homes, other.homes)
        && Arrays.equals(lastPorts, other.lastPorts)
        && Arrays.equals(counts, other.counts);
  }

  /** The LIDs at some switches. */
  BitSet at(BitSet switches) {
    BitSet lids = new BitSet();
    for (int lid = 0; lid < homes.length; lid++) {
      lids.set(lid, homes[lid] != Fabric.NONE && switches.get(homes[lid]));
    }
    return lids;
  }

  /** The switch that a LID is at, {@link Fabric#NONE} if at none. */
  int home(int lid) {
    return lid < homes.length ? homes[lid] : Fabric.NONE;
  }

  /** The number of the port by which that switch leaves to it. */
  byte lastPort(int lid) {
    return lastPorts[lid];
  }

  /** Whether paths to a LID count in the balance. */
  boolean counts(int lid) {
    return counts[lid];
  }
}
