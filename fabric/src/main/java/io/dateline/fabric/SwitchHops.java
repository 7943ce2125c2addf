package io.dateline.fabric;

import java.util.Arrays;

/** Cables between any two switches along a shortest way, by breadth-first search from each. */
public final class SwitchHops {
  /** No cables lead there. */
  public static final int UNREACHED = -1;

  private final short[][] hops; // [from][to]; at most 32767, half of the switches there can be

  /** Of all switches. */
  public SwitchHops(Fabric fabric) {
    int count = fabric.switchCount();
    hops = new short[count][count];
    int[] queue = new int[count];
    for (int start = 0; start < count; start++) {
      search(fabric, start, hops[start], queue);
    }
  }

  /** From one switch to another, or {@link #UNREACHED}. */
  public int between(int from, int to) {
    return hops[from][to];
  }

  /** From one switch to each, {@link #UNREACHED} where no cables lead. */
  public static short[] from(Fabric fabric, int start) {
    short[] row = new short[fabric.switchCount()];
    search(fabric, start, row, new int[row.length]);
    return row;
  }

  private static void search(Fabric fabric, int start, short[] row, int[] queue) {
    Arrays.fill(row, (short) UNREACHED);
    row[start] = 0;
    queue[0] = start;
    int end = 1;
    for (int begin = 0; begin < end; begin++) {
      int node = queue[begin];
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer == Fabric.NONE) {
          continue;
        }
        int neighbour = fabric.nodeOf(peer);
        if (fabric.isSwitch(neighbour) && row[neighbour] == UNREACHED) {
          row[neighbour] = (short) (row[node] + 1);
          queue[end++] = neighbour;
        }
      }
    }
  }
}
