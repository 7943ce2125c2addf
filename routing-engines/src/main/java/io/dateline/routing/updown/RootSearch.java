package io.dateline.routing.updown;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Finds the roots of a tree as OpenSM does. A switch is one when it is as far from nearly all
 * adapters: one distance, and no other, that more than 90 % of them have, and no other that more
 * than 5 % have. In trees whose leaves are uneven it may find none.
 *
 * <p>In a tree of more than 20 pods every switch passes that test, for its own pod has less than a
 * twentieth of the adapters, and with leaves among the roots no path leads up and then down the
 * tree. So only those are roots here that have most adapters as near as the middle has them:
 * switches that pass and have no neighbour with a shorter way to all adapters. Where cables have
 * been lost and nothing in the middle passes, the middle itself is the roots.
 *
 * <p>In a small tree a spine that has lost one cable fails that test. OpenSM ranks it below the
 * switches it joins then, so that it joins them no more, and the paths of many pairs move. Here a
 * switch beside the roots that were found stays one: as many cables from the nearest adapter as
 * every one of them, as many from most adapters unless it passes, and next to none.
 */
final class RootSearch {
  private static final double MANY = 0.9;
  private static final double SOME = 0.05;
  private static final double MOST = 0.5;
  private static final int HOPS_MAX = 64; // IBA Vol 1, 14.2.2: directed routes are no longer

  private final SwitchGraph graph;
  private final AdapterDistances distances;
  private final int[] usual; // by switch: the distance of most adapters, or Fabric.NONE
  private final long[] sums; // by switch: of the distances of all adapters
  private final BitSet passing = new BitSet(); // OpenSM's test

  RootSearch(SwitchGraph graph, AdapterDistances distances) {
    this.graph = graph;
    this.distances = distances;
    usual = new int[graph.switchCount];
    sums = new long[usual.length];
    for (int node = 0; node < usual.length; node++) {
      look(node);
    }
  }

  private void look(int node) {
    int[] histogram = distances.histogram(node, HOPS_MAX);
    int many = 0;
    int some = 0;
    usual[node] = Fabric.NONE;
    for (int distance = 0; distance < HOPS_MAX; distance++) {
      int adapters = histogram[distance];
      many += adapters > distances.total() * MANY ? 1 : 0;
      some += adapters > distances.total() * SOME ? 1 : 0;
      sums[node] += (long) adapters * distance;
      if (adapters > distances.total() * MOST) {
        usual[node] = distance;
      }
    }
    passing.set(node, many == 1 && some == 1);
  }

  /** The roots; none where nothing tells a switch from others. */
  BitSet find() {
    BitSet roots = new BitSet();
    if (!passing.isEmpty()) {
      BitSet middle = middle();
      BitSet found = passing.intersects(middle) ? passing : middle;
      int nearest =
          middle.stream()
              .filter(found::get)
              .map(node -> usual[node])
              .filter(distance -> distance != Fabric.NONE)
              .min()
              .orElse(Fabric.NONE);
      found.stream()
          .filter(node -> usual[node] != Fabric.NONE && usual[node] <= nearest)
          .forEach(roots::set);
    }
    if (!roots.isEmpty()) {
      roots.or(besides(roots));
    }
    return roots;
  }

  /** Switches none of whose neighbours is nearer to all adapters together. */
  private BitSet middle() {
    BitSet middle = new BitSet();
    IntStream.range(0, sums.length)
        .filter(
            node ->
                Arrays.stream(graph.neighboursOf(node))
                    .allMatch(other -> sums[other] >= sums[node]))
        .forEach(middle::set);
    return middle;
  }

  /** Switches that are no roots, but beside these, of which there is at least one. */
  BitSet besides(BitSet roots) {
    BitSet besides = new BitSet();
    int[] heights = heights();
    int first = roots.nextSetBit(0);
    int height = heights[first];
    if (height == 0 || roots.stream().anyMatch(root -> heights[root] != height)) {
      return besides;
    }
    IntStream.range(0, heights.length)
        .filter(node -> heights[node] == height)
        .filter(node -> usual[node] == usual[first] || passing.get(node))
        .filter(node -> isApart(node, roots))
        .forEach(besides::set);
    return besides;
  }

  /** Whether a switch is none of some others, nor next to one. */
  boolean isApart(int node, BitSet others) {
    return !others.get(node) && Arrays.stream(graph.neighboursOf(node)).noneMatch(others::get);
  }

  /** By switch, how many cables it is away from the nearest one with an adapter. */
  int[] heights() {
    return new BreadthFirst(graph).from(distances.leaves()).distances();
  }
}
