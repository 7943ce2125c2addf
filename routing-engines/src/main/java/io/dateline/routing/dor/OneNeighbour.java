package io.dateline.routing.dor;

import io.dateline.routing.hops.Candidates;
import io.dateline.routing.hops.SwitchLinks;

/** The ports that lead to the same switch as the first that qualifies: one step in a dimension. */
final class OneNeighbour implements Candidates {
  private final SwitchLinks links;
  private final FirstPorts firsts;

  OneNeighbour(SwitchLinks links, FirstPorts firsts) {
    this.links = links;
    this.firsts = firsts;
  }

  @Override
  public void find(int node, long[] sets, int words) {
    long[] parallel = parallel(links.neighbours(node), words);
    byte[] row = firsts.row(node);
    for (int to = 0, at = 0; to < row.length; to++, at += words) {
      int first = row[to] & 0xFF;
      if (first != FirstPorts.NONE) {
        System.arraycopy(parallel, first * words, sets, at, words);
      }
    }
  }

  /** By port index, the set of ports to the same switch. */
  private static long[] parallel(int[] neighbours, int words) {
    long[] sets = new long[neighbours.length * words];
    for (int index = 0; index < neighbours.length; index++) {
      for (int other = 0; other < neighbours.length; other++) {
        if (neighbours[other] == neighbours[index]) {
          sets[index * words + (other >>> 6)] |= 1L << other;
        }
      }
    }
    return sets;
  }
}
