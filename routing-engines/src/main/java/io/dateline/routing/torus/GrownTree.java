package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.TorusShape;
import io.dateline.routing.proof.TreeGrowth;
import io.dateline.routing.proof.UnicastLanes;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A tree for multicast where every {@link MasterTree} closes a credit loop with unicast packets, as
 * with two missing switches side by side in x or y: it has that one's turns where it can, and any
 * other ones that are proven where it cannot.
 */
final class GrownTree {
  private final int[] directionOf; // by port, NONE where no cable leads to a neighbour

  private GrownTree(Torus torus) {
    directionOf = new int[torus.fabric().portCount()];
    Arrays.fill(directionOf, Fabric.NONE);
    for (int node = 0; node < torus.fabric().switchCount(); node++) {
      for (int direction = 0; direction < TorusShape.DIRECTIONS; direction++) {
        for (int port : torus.ports(node, direction)) {
          directionOf[port] = direction;
        }
      }
    }
  }

  /**
   * A tree that spans all switches that have a place and a cable to a neighbour.
   *
   * @param roots that are tried at most
   */
  static Optional<MulticastTree> of(Torus torus, Rings rings, UnicastLanes taken, int roots) {
    GrownTree trees = new GrownTree(torus);
    TreeGrowth growth = taken.growth(MasterTree.SERVICE_LEVELS);
    int places = torus.shape().places();
    int switches = (int) IntStream.range(0, places).filter(rings::isPresent).count();
    return RootPlaces.inOrder(torus.shape(), rings).stream()
        .filter(rings::isPresent)
        .limit(roots)
        .flatMap(root -> growth.from(torus.switchAt(root), switches, trees::rank).stream())
        .findFirst();
  }

  /** First along x, then y, then z; turns to an earlier dimension behind all others. */
  private int rank(int portBefore, int port) {
    int direction = directionOf[port];
    if (direction == Fabric.NONE) {
      return -1;
    }
    int dimension = TorusShape.dimension(direction);
    boolean turnsBack =
        portBefore != Fabric.NONE && dimension < TorusShape.dimension(directionOf[portBefore]);
    return turnsBack ? dimension + TorusShape.DIMENSIONS : dimension;
  }
}
