package io.dateline.routing.lash;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.parallel.Slices;
import java.util.Arrays;

/**
 * Which of several shortest paths is taken. Every rule gives one tree a destination; they differ in
 * how many layers its paths need, and how evenly they load the cables.
 */
final class TreeRule {
  private final Steps steps;
  private final long[] weights; // by step, at least 0; null where the first one seen is taken

  private TreeRule(Steps steps, long[] weights) {
    this.steps = steps;
    this.weights = weights;
  }

  /** By the switch that a breadth-first search from the destination sees first: OpenSM's. */
  static TreeRule firstSeen(Steps steps) {
    return new TreeRule(steps, null);
  }

  /**
   * By weights that no two paths have in common, the same for both directions: there and back is
   * one path, and every part of a path is a path itself. So there are far fewer turns in all, and
   * the turns of a pair are those of every pair along its path, too. Weights are drawn from the
   * GUIDs of the two switches: a path stays as long as its cables do.
   */
  static TreeRule unique(Steps steps, Fabric fabric) {
    long[] weights = new long[steps.count];
    for (int step = 0; step < steps.count; step++) {
      weights[step] = drawn(steps, fabric, step) >>> 24;
    }
    return new TreeRule(steps, weights);
  }

  /**
   * By weights that draw paths to the switches around one in the middle. It takes the fewest layers
   * on most fabrics, for most paths turn where up and down would turn, and loads the cables there
   * many times as much as those at the rim.
   */
  static TreeRule central(Steps steps, Fabric fabric, int middle) {
    int[] ranks = ranks(steps, middle);
    long[] weights = new long[steps.count];
    for (int step = 0; step < steps.count; step++) {
      long rank = (long) ranks[steps.from[step]] + ranks[steps.to[step]];
      weights[step] = (rank << 20) + (drawn(steps, fabric, step) >>> 44);
    }
    return new TreeRule(steps, weights);
  }

  /** By weights of one's own; those of all paths have to fit into a {@code long}. */
  static TreeRule weighted(Steps steps, long[] weights) {
    return new TreeRule(steps, weights);
  }

  private static long drawn(Steps steps, Fabric fabric, int step) {
    long a = fabric.nodeGuid(steps.from[step]);
    long b = fabric.nodeGuid(steps.to[step]);
    return mix(mix(Math.min(a, b)) + Math.max(a, b));
  }

  /** The finaliser of SplitMix64: G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014, figure 10. */
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /** By switch, its turn in a breadth-first search. */
  private static int[] ranks(Steps steps, int middle) {
    int[] ranks = new int[steps.switches];
    Arrays.fill(ranks, steps.switches);
    BreadthFirst search = new BreadthFirst(steps.graph).from(middle);
    for (int place = 0; place < search.reached(); place++) {
      ranks[search.at(place)] = place;
    }
    return ranks;
  }

  /** Grows the trees of all destinations; the number of threads makes no difference to them. */
  Trees grow(int threads) {
    byte[][] next = new byte[steps.switches][steps.switches];
    Slices.map(
        steps.switches,
        threads,
        (from, to) -> {
          Scratch scratch = new Scratch();
          for (int destination = from; destination < to; destination++) {
            grow(destination, next[destination], scratch);
          }
          return to - from;
        });
    return new Trees(steps, next);
  }

  private final class Scratch {
    final int[] nodes = new int[steps.switches]; // in the order of distance
    final int[] distances = new int[steps.switches]; // by switch
    final long[] costs = new long[steps.switches]; // by switch: weights on its path
  }

  /**
   * A breadth-first search of its own: it takes down the step that each switch is reached by, and
   * chooses among steps by weight as it goes.
   */
  private void grow(int destination, byte[] next, Scratch scratch) {
    int[] nodes = scratch.nodes;
    int[] distances = scratch.distances;
    Arrays.fill(next, Trees.NONE);
    Arrays.fill(distances, Fabric.NONE);
    distances[destination] = 0;
    scratch.costs[destination] = 0;
    nodes[0] = destination;
    int found = 1;
    for (int place = 0; place < found; place++) {
      int node = nodes[place];
      if (weights != null && place > 0) {
        choose(node, next, scratch);
      }
      for (int step = steps.first[node]; step < steps.first[node + 1]; step++) {
        int other = steps.to[step];
        if (distances[other] == Fabric.NONE) {
          distances[other] = distances[node] + 1;
          nodes[found++] = other;
          next[other] = (byte) (steps.reverse[step] - steps.first[other]);
        }
      }
    }
  }

  private void choose(int node, byte[] next, Scratch scratch) {
    long least = Long.MAX_VALUE;
    for (int step = steps.first[node]; step < steps.first[node + 1]; step++) {
      int other = steps.to[step];
      if (scratch.distances[other] == scratch.distances[node] - 1) {
        long cost = scratch.costs[other] + weights[step];
        if (cost < least) {
          least = cost;
          next[node] = (byte) (step - steps.first[node]);
        }
      }
    }
    scratch.costs[node] = least;
  }
}
