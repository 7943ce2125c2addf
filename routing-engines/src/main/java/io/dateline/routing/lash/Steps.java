package io.dateline.routing.lash;

import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;

/**
 * Steps from a switch to one next to it, whatever cables there are between them, and which of them
 * can follow each other. A path is a row of steps, and so a pair of switches is in a layer
 * whichever of parallel cables its packets take: a circle of cables that wait for each other is a
 * circle of steps, too.
 *
 * <p>Steps are counted from 0, by switch and then in the order of the first port to the neighbour.
 * A <em>turn</em> is a step followed by another; turns are counted from 0 by the first step and
 * then the second. Immutable; do not write to the arrays.
 */
final class Steps {
  final SwitchGraph graph; // whose neighbours the steps lead to, in its order
  final int switches;
  final int count;
  final int[] first; // by switch: its first step; length switches + 1
  final int[] from; // by step
  final int[] to; // by step
  final int[] reverse; // by step: the one that leads back
  final int turns;

  private final int[] firstTurn; // by step

  Steps(SwitchGraph graph) {
    this.graph = graph;
    switches = graph.switchCount;
    first = graph.firstNeighbour;
    to = graph.neighbours;
    count = to.length;
    from = new int[count];
    reverse = new int[count];
    firstTurn = new int[count];
    for (int node = 0; node < switches; node++) {
      Arrays.fill(from, first[node], first[node + 1], node);
    }
    int found = 0;
    for (int step = 0; step < count; step++) {
      firstTurn[step] = found;
      found += first[to[step] + 1] - first[to[step]];
      reverse[step] = between(to[step], from[step]);
    }
    turns = found;
  }

  /** The step from a switch to one next to it. */
  int between(int node, int other) {
    for (int step = first[node]; step < first[node + 1]; step++) {
      if (to[step] == other) {
        return step;
      }
    }
    throw new IllegalArgumentException("no cable joins switches " + node + " and " + other);
  }

  /** The turn from a step to one that leaves where it leads. */
  int turn(int before, int after) {
    return firstTurn[before] + after - first[to[before]];
  }

  /** The first step of a turn. */
  int before(int turn) {
    int at = Arrays.binarySearch(firstTurn, turn); // every step can be followed by its reverse
    return at >= 0 ? at : -at - 2;
  }

  /** The second step of a turn. */
  int after(int turn) {
    int before = before(turn);
    return first[to[before]] + turn - firstTurn[before];
  }
}
