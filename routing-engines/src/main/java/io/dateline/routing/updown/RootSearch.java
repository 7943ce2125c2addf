package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import io.dateline.routing.hops.LinkDistances;
import io.dateline.routing.hops.SwitchLinks;
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
 * tree. So only those are roots here that have nearly all adapters nearest.
 *
 * <p>In a small tree a spine that has lost one cable fails that test. OpenSM ranks it below the
 * switches it joins then, so that it joins them no more, and the paths of many pairs move. Here a
 * switch beside the roots that were found stays one: as many cables from the nearest adapter as
 * every one of them, as many from most adapters, and next to none.
 */
final class RootSearch {
  private static final double MANY = 0.9;
  private static final double SOME = 0.05;
  private static final double MOST = 0.5;
  private static final int HOPS_MAX = 64; // IBA Vol 1, 14.2.2: directed routes are no longer

  private final SwitchLinks links;
  private final AdapterDistances distances;

  private RootSearch(SwitchLinks links, AdapterDistances distances) {
    this.links = links;
    this.distances = distances;
  }

  /** The roots, ascending; none where nothing tells a switch from others. */
  static int[] find(SwitchLinks links, AdapterDistances distances) {
    return new RootSearch(links, distances).find();
  }

  private int[] find() {
    int[] usual = new int[links.switchCount()]; // of those that pass the test
    Arrays.setAll(usual, this::usualDistanceOfRoot);
    int nearest = IntStream.of(usual).filter(distance -> distance != Fabric.NONE).min().orElse(0);
    BitSet roots = new BitSet();
    IntStream.range(0, usual.length).filter(node -> usual[node] == nearest).forEach(roots::set);
    if (!roots.isEmpty()) {
      roots.or(damaged(roots, nearest));
    }
    return roots.stream().toArray();
  }

  /** The distance of nearly all adapters from a switch that passes, {@link Fabric#NONE} else. */
  private int usualDistanceOfRoot(int node) {
    int[] histogram = distances.histogram(node, HOPS_MAX);
    int usual = Fabric.NONE;
    for (int distance = 0; distance < histogram.length; distance++) {
      if (histogram[distance] > distances.total() * MANY) {
        usual = distance;
      } else if (histogram[distance] > distances.total() * SOME) {
        return Fabric.NONE;
      }
    }
    return usual;
  }

  private BitSet damaged(BitSet roots, int usual) {
    BitSet damaged = new BitSet();
    int[] toLeaf = LinkDistances.from(links, distances.leaves());
    int height = toLeaf[roots.nextSetBit(0)];
    if (height == 0 || roots.stream().anyMatch(root -> toLeaf[root] != height)) {
      return damaged;
    }
    IntStream.range(0, toLeaf.length)
        .filter(node -> toLeaf[node] == height && usualDistance(node) == usual)
        .filter(node -> Arrays.stream(links.distinctNeighbours(node)).noneMatch(roots::get))
        .forEach(damaged::set);
    return damaged;
  }

  /** The distance of most adapters, {@link Fabric#NONE} where no distance is that of most. */
  private int usualDistance(int node) {
    int[] histogram = distances.histogram(node, HOPS_MAX);
    return IntStream.range(0, HOPS_MAX)
        .filter(distance -> histogram[distance] > distances.total() * MOST)
        .findFirst()
        .orElse(Fabric.NONE);
  }
}
