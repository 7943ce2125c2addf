package io.dateline.routing.proof;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Lane;
import io.dateline.routing.cdg.DependencyGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the channel dependency graph of a routing shows: W. J. Dally and C. L. Seitz, "Deadlock-Free
 * Message Routing in Multiprocessor Interconnection Networks", IEEE Trans. Computers C-36(5), 1987:
 * no buffers can wait for each other in a circle if it has no cycle. All end ports send to all
 * LIDs, switches among them; paths that do not arrive do not count. Where the routing has a tree
 * for multicast, they also send to groups, and the graph is that of both.
 *
 * @param layers virtual lanes that paths between switches take, at least 1
 * @param channels lanes in use, the graph's vertices: a channel on two VLs counts twice
 * @param dependencies how many pairs of them some path takes one right after the other, the edges
 * @param cycle lanes each of which depends on the one before it, and the first on the last; empty
 *     when there is no cycle
 */
public record LayerProof(int layers, int channels, int dependencies, List<Lane> cycle) {
  public LayerProof {
    cycle = List.copyOf(cycle);
  }

  /**
   * Builds the graph, of which nothing is kept. Time grows with switches x LIDs, and, where SLs
   * differ by path, with end ports x LIDs.
   *
   * @param threads at least 1; they make no difference to the result
   * @throws IllegalArgumentException if the tables are for another number of switches
   */
  public static LayerProof of(Fabric fabric, LidMap lids, Routing routing, int threads) {
    UnicastLanes unicast = UnicastLanes.of(fabric, lids, routing, threads);
    return routing.multicast().map(unicast::with).orElseGet(unicast::alone);
  }

  static LayerProof of(LaneDependencies found) {
    int[] dependencies = {0};
    found.forEach((from, to) -> dependencies[0]++);
    Optional<int[]> cycle = new DependencyGraph(found.vertexCount()).addAll(found);
    return new LayerProof(
        Math.max(1, found.layers()),
        found.lanes(),
        dependencies[0],
        Arrays.stream(cycle.orElse(new int[0]))
            .mapToObj(vertex -> new Lane(found.portOf(vertex), found.vlOf(vertex)))
            .toList());
  }

  /** Whether no set of buffers can wait for each other in a circle. */
  public boolean acyclic() {
    return cycle.isEmpty();
  }
}
