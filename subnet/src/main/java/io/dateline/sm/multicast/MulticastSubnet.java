package io.dateline.sm.multicast;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.Routing;
import java.util.BitSet;

/**
 * What multicast tables are made for: a subnet as a sweep has found and routed it.
 *
 * @param generation of the sweep
 * @param room by switch: MulticastFDBCap, 0 where it did not say
 * @param readsTop switches that look at MulticastFDBTop
 */
public record MulticastSubnet(
    long generation, Fabric fabric, Routing routing, int[] room, BitSet readsTop) {
  /**
   * The MulticastFDBTop for a row: to the end of its block, so that it is seldom told.
   *
   * @return 0 where the switch does not look at it
   */
  int top(int node, MulticastRow row) {
    return readsTop.get(node) ? top(row, room[node]) : 0;
  }

  /**
   * The same for a switch that looks at it.
   *
   * @param room its MulticastFDBCap
   */
  public static int top(MulticastRow row, int room) {
    int entries = row.topMlid() + 1 - Lid.MULTICAST_MIN;
    int blocks = (entries + MulticastRow.BLOCK_LIDS - 1) / MulticastRow.BLOCK_LIDS;
    return Lid.MULTICAST_MIN + Math.min(blocks * MulticastRow.BLOCK_LIDS, room) - 1;
  }

  /** How many positions cover all ports of a switch (IBA Vol 1, 14.2.5.12). */
  int positions(int node) {
    return fabric.externalPortCount(node) / MulticastRow.BLOCK_PORTS + 1;
  }
}
