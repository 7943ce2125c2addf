package io.dateline.routing.hops;

/** The ports that lead to a switch one hop nearer: what min-hop routing allows. */
public final class NearerPorts implements Candidates {
  private final SwitchLinks links;
  private final HopMatrix hops;
  private final byte[] wanted; // by switch: what the distance from a nearer neighbour looks like

  public NearerPorts(SwitchLinks links, HopMatrix hops) {
    this.links = links;
    this.hops = hops;
    wanted = new byte[links.switchCount()];
  }

  @Override
  public void find(int node, long[] sets, int words) {
    byte[] own = hops.row(node);
    for (int to = 0; to < wanted.length; to++) {
      // Where nothing leads, every neighbour's row says so, too, and no candidate is found.
      wanted[to] = (byte) HopMatrix.nearer(own[to] & 0xFF);
    }
    int[] neighbours = links.neighbours(node);
    for (int index = 0; index < neighbours.length; index++) {
      add(hops.row(neighbours[index]), index, sets, words);
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
