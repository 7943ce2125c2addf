package io.dateline.routing.lash;

import java.util.ArrayList;
import java.util.List;

/**
 * Pairs of switches in layers: each in the first one in which it closes no circle (T. Skeie, O.
 * Lysne, I. Theiss, "Layered Shortest Path (LASH) Routing in Irregular System Area Networks", IPDPS
 * workshops 2002, section 3). Owned by one thread.
 */
final class Packing {
  final Trees trees;
  final int[] pairs; // in the order in which they were given to layers
  final int[] layerOf; // parallel to the pairs
  final List<Layer> layers;

  private Packing(Trees trees, int[] pairs, int[] layerOf, List<Layer> layers) {
    this.trees = trees;
    this.pairs = pairs;
    this.layerOf = layerOf;
    this.layers = layers;
  }

  /**
   * Packs pairs in the order given.
   *
   * @param most layers; null is returned if that is not enough
   */
  static Packing of(Steps steps, Trees trees, int[] pairs, int most) {
    List<Layer> layers = new ArrayList<>();
    int[] layerOf = new int[pairs.length];
    Pair pair = new Pair(steps, trees);
    for (int i = 0; i < pairs.length; i++) {
      pair.of(pairs[i] / steps.switches, pairs[i] % steps.switches);
      int layer = 0;
      while (layer < layers.size() && !layers.get(layer).take(pair)) {
        layer++;
      }
      if (layer == layers.size()) {
        if (layer == most) {
          return null;
        }
        Layer opened = new Layer(steps);
        // One pair alone closes no circle: both paths are shortest, and share no step.
        if (!opened.take(pair)) {
          throw new IllegalStateException("pair " + pairs[i] + " closes a circle by itself");
        }
        layers.add(opened);
      }
      layerOf[i] = layer;
    }
    return new Packing(trees, pairs, layerOf, layers);
  }

  int layerCount() {
    return Math.max(1, layers.size());
  }

  /** How many pairs each layer has. */
  int[] sizes() {
    int[] sizes = new int[layerCount()];
    for (int layer : layerOf) {
      sizes[layer]++;
    }
    return sizes;
  }

  /** What asking layers has cost, in searches for circles; the same wherever it is done. */
  long searches() {
    return layers.stream().mapToLong(Layer::searches).sum();
  }
}
