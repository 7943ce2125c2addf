package io.dateline.routing.hops;

import io.dateline.fabric.SwitchGraph;

/** The ports that lead to a switch one hop nearer: what min-hop routing allows. */
public final class NearerPorts implements Candidates {
  private final SwitchGraph graph;
  private final HopMatrix hops;
  private final byte[] wanted; // by switch: what the distance from a nearer neighbour looks like

  public NearerPorts(SwitchGraph graph, HopMatrix hops) {
    this.graph = graph;
    this.hops = hops;
    wanted = new byte[graph.switchCount];
  }

  @Override
  public void find(int node, long[] sets, int words) {
    byte[] own = hops.row(node);
    for (int to = 0; to < wanted.length; to++) {
      // Where nothing leads, every neighbour's row says so, too, and no candidate is found.
      wanted[to] = (byte) HopMatrix.nearer(own[to] & 0xFF);
    }
    int first = graph.first[node];
    for (int index = 0; index < graph.degree(node); index++) {
      add(hops.row(graph.to[first + index]), index, sets, words);
    }
  }

  private void add(byte[] distances, int index, long[] sets, int words) {
    byte[] nearer = wanted;
    long bit = 1L << (index & 63);
    for (int to = 0, at = index >>> 6; to < nearer.length; to++, at += words) {
      if (distances[to] == nearer[to]) {
        sets[at] |= bit;
      }
    }
  }
}
