package io.dateline.routing.lash;

import io.dateline.routing.LayerMemory;
import io.dateline.routing.cdg.DependencyGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Layers that pairs of switches hold while their paths are mended. What the paths of a pair take of
 * its layer, as far as the trees lead, is counted there, so that it is free again when the last
 * pair has given it up. Paths of a layer close no circle at any time. The code that gives a switch
 * another step sees to it that those that send by it hold what they take then. Owned by one thread.
 */
final class HeldLayers {
  /** Instead of a layer: a pair holds none. */
  static final byte NONE = LayerMemory.UNKNOWN;

  final Steps steps;
  final Trees trees;
  final byte[][] layers; // [switch][switch], both ways: the layer or NONE
  final List<DependencyGraph> graphs = new ArrayList<>(); // by layer; vertices are steps

  private final List<BitSet> closed = new ArrayList<>(); // by layer: turns known to close a circle
  private final Pair pair;

  /** Layers that no pair holds. */
  HeldLayers(Steps steps, Trees trees) {
    this.steps = steps;
    this.trees = trees;
    layers = new byte[steps.switches][steps.switches];
    for (byte[] row : layers) {
      Arrays.fill(row, NONE);
    }
    pair = new Pair(steps, trees);
  }

  /** Opens one layer more. */
  void open() {
    graphs.add(new DependencyGraph(IntStream.range(0, steps.count).toArray()));
    closed.add(new BitSet());
  }

  /**
   * Gives pairs the layers that they want. What is left of paths that held them before closes no
   * circle; of other pairs, those that would close one have none afterwards.
   *
   * @param wanted [lower switch][higher switch]: the layer, one of those that are open, or NONE
   */
  void holdAll(byte[][] wanted) {
    BitSet[] turns = turns(wanted);
    boolean[] isSound = new boolean[turns.length];
    for (int layer = 0; layer < turns.length; layer++) {
      BitSet taken = turns[layer];
      isSound[layer] = graphs.get(layer).addAll(edge -> forEach(taken, edge)).isEmpty();
    }
    // That was cheaper than one by one, which is only counting now.
    for (int a = 0; a < steps.switches; a++) {
      for (int b = a + 1; b < steps.switches; b++) {
        if (wanted[a][b] != NONE) {
          hold(a, b, wanted[a][b]);
        }
      }
    }
    for (int layer = 0; layer < turns.length; layer++) {
      if (isSound[layer]) {
        forEach(turns[layer], graphs.get(layer)::remove);
      }
    }
  }

  /** By layer, the turns of the pairs that want it. */
  private BitSet[] turns(byte[][] wanted) {
    BitSet[] turns = new BitSet[graphs.size()];
    Arrays.setAll(turns, layer -> new BitSet(steps.turns));
    for (int a = 0; a < steps.switches; a++) {
      for (int b = a + 1; b < steps.switches; b++) {
        if (wanted[a][b] != NONE) {
          pair.of(a, b);
          for (int i = 0; i < pair.count; i++) {
            turns[wanted[a][b]].set(pair.turns[i]);
          }
        }
      }
    }
    return turns;
  }

  private void forEach(BitSet turns, DependencyGraph.Edge edge) {
    for (int turn = turns.nextSetBit(0); turn >= 0; turn = turns.nextSetBit(turn + 1)) {
      edge.between(steps.before(turn), steps.after(turn));
    }
  }

  /** Gives a pair that holds none a layer; false if it closes a circle: nothing has changed. */
  boolean hold(int a, int b, int layer) {
    pair.of(a, b);
    if (add(layer) < 0) {
      return false;
    }
    layers[a][b] = (byte) layer;
    layers[b][a] = (byte) layer;
    return true;
  }

  /** Takes a pair's layer from it. */
  void release(int a, int b) {
    pair.of(a, b);
    closed.get(layers[a][b]).clear();
    takeBack(layers[a][b], pair.count);
    layers[a][b] = NONE;
    layers[b][a] = NONE;
  }

  /** Pairs that have paths and hold no layer, those with the longest paths first. */
  int[] without() {
    int[] pairs =
        Arrays.stream(PairOrder.byNumber(steps, trees))
            .filter(number -> layers[number / steps.switches][number % steps.switches] == NONE)
            .toArray();
    return PairOrder.longestFirst(steps, trees, pairs);
  }

  /** How many turns of a layer a pair would be the first one to take; -1 if it closes a circle. */
  int fresh(int a, int b, int layer) {
    pair.of(a, b);
    return tried(layer);
  }

  /** Whether the path from a switch to another closes no circle in a layer by itself. */
  boolean takesOneWay(int source, int destination, int layer) {
    pair.ofOne(source, destination);
    return tried(layer) >= 0;
  }

  private int tried(int layer) {
    int fresh = add(layer);
    if (fresh >= 0) {
      takeBack(layer, pair.count);
    }
    return fresh;
  }

  /** Adds the turns at hand; how many no pair had taken, or -1: nothing has changed. */
  private int add(int layer) {
    BitSet shut = closed.get(layer);
    for (int i = 0; i < pair.count; i++) {
      if (shut.get(pair.turns[i])) {
        return -1;
      }
    }
    DependencyGraph graph = graphs.get(layer);
    int edges = graph.edgeCount();
    for (int i = 0; i < pair.count; i++) {
      if (!graph.add(pair.before[i], pair.after[i])) {
        takeBack(layer, i);
        if (!graph.add(pair.before[i], pair.after[i])) {
          shut.set(pair.turns[i]); // by itself, until a pair gives something up
        } else {
          graph.remove(pair.before[i], pair.after[i]);
        }
        return -1;
      }
    }
    return graph.edgeCount() - edges;
  }

  private void takeBack(int layer, int count) {
    DependencyGraph graph = graphs.get(layer);
    for (int i = 0; i < count; i++) {
      graph.remove(pair.before[i], pair.after[i]);
    }
  }
}
