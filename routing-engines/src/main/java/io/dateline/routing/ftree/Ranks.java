package io.dateline.routing.ftree;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.hops.GivenRoots;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How many links below the roots every switch is. Links join equal ranks ("siblings") or ranks that
 * differ by one.
 *
 * <p>Where no roots are given or remembered, they are the switches farthest from any adapter.
 */
final class Ranks {
  /** Rank of a switch from which no links lead to a root. */
  static final int UNRANKED = Fabric.NONE;

  final int[] of; // by switch
  final int max; // the lowest switches' rank

  private Ranks(int[] of) {
    this.of = of;
    max = Arrays.stream(of).max().orElse(UNRANKED);
  }

  /** Ranks from roots that are named, as far as there are any, else from the adapters. */
  static Ranks fromGiven(
      Fabric fabric, SwitchGraph graph, List<Long> rootGuids, List<String> warnings) {
    GivenRoots roots = GivenRoots.of(fabric, rootGuids);
    warnings.addAll(roots.warnings());
    if (roots.nodes().length > 0) {
      return from(graph, roots.nodes());
    }
    warnings.add("no root of the list is in the fabric: ranks were counted from the adapters");
    return fromAdapters(fabric, graph);
  }

  /** Ranks from switches that are known to be roots. */
  static Ranks from(SwitchGraph graph, int[] roots) {
    return new Ranks(new BreadthFirst(graph).from(roots).distances());
  }

  /** Ranks from the switches farthest from any adapter. */
  static Ranks fromAdapters(Fabric fabric, SwitchGraph graph) {
    boolean[] leaves = new boolean[fabric.switchCount()];
    for (int node = fabric.switchCount(); node < fabric.nodeCount(); node++) {
      if (fabric.type(node) != NodeType.CA) {
        continue;
      }
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int leaf = fabric.switchAt(fabric.port(node, number));
        if (leaf != Fabric.NONE) {
          leaves[leaf] = true;
        }
      }
    }
    int[] heights = distances(graph, leaves);
    int top = Arrays.stream(heights).max().orElse(UNRANKED);
    boolean[] roots = new boolean[heights.length];
    for (int node = 0; node < heights.length; node++) {
      roots[node] = top != UNRANKED && heights[node] == top;
    }
    return new Ranks(distances(graph, roots));
  }

  private static int[] distances(SwitchGraph graph, boolean[] from) {
    int[] starts = IntStream.range(0, from.length).filter(node -> from[node]).toArray();
    return new BreadthFirst(graph).from(starts).distances();
  }

  /** The switches of a rank, or those that have none, by index. */
  int[] at(int rank) {
    return IntStream.range(0, of.length).filter(node -> of[node] == rank).toArray();
  }

  boolean isRanked(int node) {
    return of[node] != UNRANKED;
  }
}
