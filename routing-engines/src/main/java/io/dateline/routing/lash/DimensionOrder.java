package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.hops.HopMatrix;
import java.util.Arrays;

/**
 * Shortest paths along one dimension of a mesh after the other, as if the ports of every switch
 * were in that order, and the pairs that need no layers between them.
 *
 * <p>In an open mesh no circle comes of it. In a closed one there is a link in every ring that half
 * of the pairs go by: those that do, and those that do not, close no circle among themselves, for
 * their paths are at most half as long as the ring. So by dimension there are two groups, and
 * layers enough are as many as there are groups of groups (compare W. J. Dally and C. L. Seitz,
 * IEEE Trans. Computers C-36(5), 1987, whose packets change lanes there instead).
 */
final class DimensionOrder {
  private static final int GROUPED_MAX = 8; // dimensions

  private final Steps steps;
  private final Mesh mesh;

  DimensionOrder(Steps steps, Mesh mesh) {
    this.steps = steps;
    this.mesh = mesh;
  }

  /** The trees of all destinations; the number of threads makes no difference to them. */
  Trees grow(HopMatrix hops, int threads) {
    byte[][] next = new byte[steps.switches][steps.switches];
    Slices.map(
        steps.switches,
        threads,
        (from, to) -> {
          for (int destination = from; destination < to; destination++) {
            byte[] distances = hops.row(destination);
            for (int node = 0; node < steps.switches; node++) {
              int best = best(distances, node, destination);
              next[destination][node] =
                  best == Fabric.NONE ? Trees.NONE : (byte) (best - steps.first[node]);
            }
          }
          return to - from;
        });
    return new Trees(steps, next);
  }

  private int best(byte[] distances, int node, int destination) {
    int distance = distances[node] & 0xFF;
    if (node == destination || distance == HopMatrix.UNREACHABLE) {
      return Fabric.NONE;
    }
    int best = Fabric.NONE;
    for (int step = steps.first[node]; step < steps.first[node + 1]; step++) {
      if ((distances[steps.to[step]] & 0xFF) == HopMatrix.nearer(distance)
          && (best == Fabric.NONE || isBefore(step, best, destination))) {
        best = step;
      }
    }
    return best;
  }

  private boolean isBefore(int step, int best, int destination) {
    return mesh.dimensions[step] != mesh.dimensions[best]
        ? mesh.dimensions[step] < mesh.dimensions[best]
        : mesh.leadsTowards(steps, step, destination);
  }

  /** Pairs by the rings that they go around, those first that go around none. */
  int[] byRings(Trees trees) {
    int[] pairs = PairOrder.byNumber(steps, trees);
    int[] groups = new int[pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      int bit = 1;
      for (int dimension = 0; dimension < mesh.radixes.length; dimension++) {
        if (mesh.closed[dimension] && bit < 1 << GROUPED_MAX) {
          groups[i] |=
              mesh.goesAround(pairs[i] / steps.switches, pairs[i] % steps.switches, dimension)
                  ? bit
                  : 0;
          bit <<= 1;
        }
      }
    }
    return PairOrder.byGroup(pairs, groups, 1 << GROUPED_MAX);
  }

  /** Pairs by the place of one switch and then of the other, dimension by dimension. */
  int[] byPlaces(Trees trees) {
    Integer[] nodes = new Integer[steps.switches];
    Arrays.setAll(nodes, node -> node);
    Arrays.sort(nodes, (a, b) -> Arrays.compare(mesh.coordinates[a], mesh.coordinates[b]));
    int[] pairs = new int[Math.multiplyExact(steps.switches, steps.switches - 1) / 2];
    int found = 0;
    for (int i = 0; i < nodes.length; i++) {
      for (int j = i + 1; j < nodes.length; j++) {
        int low = Math.min(nodes[i], nodes[j]);
        int high = Math.max(nodes[i], nodes[j]);
        if (trees.leads(low, high)) {
          pairs[found++] = low * steps.switches + high;
        }
      }
    }
    return Arrays.copyOf(pairs, found);
  }
}
