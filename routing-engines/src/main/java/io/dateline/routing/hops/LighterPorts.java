package io.dateline.routing.hops;

/**
 * The ports on paths of the least sum of weights: what min-hop routing allows if hops have some.
 */
final class LighterPorts implements Candidates {
  private final SwitchLinks links;
  private final HopWeights weights;
  private final WeightedHops hops;

  LighterPorts(SwitchLinks links, HopWeights weights, WeightedHops hops) {
    this.links = links;
    this.weights = weights;
    this.hops = hops;
  }

  @Override
  public void find(int node, long[] sets, int words) {
    int[] own = hops.row(node);
    int[] neighbours = links.neighbours(node);
    for (int index = 0; index < neighbours.length; index++) {
      int[] beyond = hops.row(neighbours[index]);
      int weight = weights.of(node, index);
      for (int to = 0, at = index >>> 6; to < own.length; to++, at += words) {
        // Where nothing leads from here, nothing leads from there.
        if (beyond[to] < own[to] && beyond[to] + weight == own[to]) {
          sets[at] |= 1L << (index & 63);
        }
      }
    }
  }
}
