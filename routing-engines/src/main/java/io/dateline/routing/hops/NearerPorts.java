package io.dateline.routing.hops;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/** The ports that lead to a switch one hop nearer: what min-hop routing allows. */
public final class NearerPorts implements Nearing {
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

  @Override
  public boolean qualifies(int node, int channel, int to) {
    byte[] row = hops.row(to); // cables lead both ways: as far from there as to there
    return (row[graph.to[channel]] & 0xFF) == HopMatrix.nearer(row[node] & 0xFF);
  }

  @Override
  public void distances(int to, int[] distances) {
    if (!hops.isPlain()) {
      int[] found = new BreadthFirst(graph).from(to).distances();
      System.arraycopy(found, 0, distances, 0, distances.length);
      return;
    }
    byte[] row = hops.row(to);
    for (int node = 0; node < row.length; node++) {
      int distance = row[node] & 0xFF;
      distances[node] = distance == HopMatrix.UNREACHABLE ? Fabric.NONE : distance;
    }
  }

  @Override
  public Optional<BitSet> changesSince(Nearing before) {
    if (!(before instanceof NearerPorts other)
        || other.wanted.length != wanted.length
        || !hops.isPlain()
        || !other.hops.isPlain()) {
      return Optional.empty();
    }
    BitSet changed = new BitSet();
    for (int to = 0; to < wanted.length; to++) {
      changed.set(to, !Arrays.equals(hops.row(to), other.hops.row(to)));
    }
    return Optional.of(changed);
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
