package io.dateline.routing.hops;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;

/**
 * The ports on paths of the least sum of weights: what min-hop routing allows if hops have some.
 */
final class LighterPorts implements Nearing {
  private final SwitchGraph graph;
  private final int[] weights; // by channel
  private final WeightedHops hops;

  LighterPorts(SwitchGraph graph, int[] weights, WeightedHops hops) {
    this.graph = graph;
    this.weights = weights;
    this.hops = hops;
  }

  @Override
  public void find(int node, long[] sets, int words) {
    int[] own = hops.row(node);
    int first = graph.first[node];
    for (int index = 0; index < graph.degree(node); index++) {
      int[] beyond = hops.row(graph.to[first + index]);
      int weight = weights[first + index];
      for (int to = 0, at = index >>> 6; to < own.length; to++, at += words) {
        // Where nothing leads from here, nothing leads from there.
        if (beyond[to] < own[to] && beyond[to] + weight == own[to]) {
          sets[at] |= 1L << (index & 63);
        }
      }
    }
  }

  @Override
  public boolean qualifies(int node, int channel, int to) {
    int own = hops.row(node)[to];
    int beyond = hops.row(graph.to[channel])[to];
    return beyond < own && beyond + weights[channel] == own;
  }

  @Override
  public void distances(int to, int[] distances) {
    for (int node = 0; node < distances.length; node++) {
      int sum = hops.row(node)[to];
      distances[node] = sum == WeightedHops.UNREACHABLE ? Fabric.NONE : sum;
    }
  }
}
