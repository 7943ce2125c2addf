package io.dateline.routing.dor;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.hops.Nearing;
import java.util.BitSet;
import java.util.Optional;

/** The ports that lead to the same switch as the first that qualifies: one step in a dimension. */
final class OneNeighbour implements Nearing {
  private final SwitchGraph graph;
  private final FirstPorts firsts;
  private final Nearing shortest;

  OneNeighbour(SwitchGraph graph, FirstPorts firsts, Nearing shortest) {
    this.graph = graph;
    this.firsts = firsts;
    this.shortest = shortest;
  }

  @Override
  public void find(int node, long[] sets, int words) {
    long[] parallel = parallel(node, words);
    byte[] row = firsts.row(node);
    for (int to = 0, at = 0; to < row.length; to++, at += words) {
      int first = row[to] & 0xFF;
      if (first != FirstPorts.NONE) {
        System.arraycopy(parallel, first * words, sets, at, words);
      }
    }
  }

  @Override
  public boolean qualifies(int node, int channel, int to) {
    int first = firsts.row(node)[to] & 0xFF;
    return first != FirstPorts.NONE && graph.to[channel] == graph.to[graph.first[node] + first];
  }

  @Override
  public void distances(int to, int[] distances) {
    shortest.distances(to, distances);
  }

  @Override
  public Optional<BitSet> changesSince(Nearing before) {
    return before instanceof OneNeighbour other
        ? shortest
            .changesSince(other.shortest)
            .map(
                changed -> {
                  addChanges(other, changed);
                  return changed;
                })
        : Optional.empty();
  }

  private void addChanges(OneNeighbour before, BitSet changed) {
    for (int node = 0; node < graph.switchCount; node++) {
      for (int to = 0; to < graph.switchCount; to++) {
        if (neighbour(node, to) != before.neighbour(node, to)) {
          changed.set(to);
        }
      }
    }
  }

  /** The switch that the first port leads to, NONE where no port qualifies. */
  private int neighbour(int node, int to) {
    int first = firsts.row(node)[to] & 0xFF;
    return first == FirstPorts.NONE ? Fabric.NONE : graph.to[graph.first[node] + first];
  }

  /** By port index, the set of ports to the same switch. */
  private long[] parallel(int node, int words) {
    int first = graph.first[node];
    int degree = graph.degree(node);
    long[] sets = new long[degree * words];
    for (int index = 0; index < degree; index++) {
      for (int other = 0; other < degree; other++) {
        if (graph.to[first + other] == graph.to[first + index]) {
          sets[index * words + (other >>> 6)] |= 1L << other;
        }
      }
    }
    return sets;
  }
}
