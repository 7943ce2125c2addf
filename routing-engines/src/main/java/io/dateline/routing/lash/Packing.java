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
      layerOf[i] = first(steps, layers, pair);
      if (layerOf[i] == most) {
        return null;
      }
    }
    return new Packing(trees, pairs, layerOf, layers);
  }

  /**
   * Packs pairs in the order given, each in the layer that it wants where that closes no circle.
   *
   * @param wanted parallel to the pairs: a layer below {@code most}; negative where any will do
   * @param most layers; null is returned if that is not enough
   */
  static Packing keeping(Steps steps, Trees trees, int[] pairs, int[] wanted, int most) {
    List<Layer> layers = new ArrayList<>();
    for (int want : wanted) {
      while (want >= layers.size()) {
        layers.add(new Layer(steps));
      }
    }
    int[] layerOf = new int[pairs.length];
    Pair pair = new Pair(steps, trees);
    for (int i = 0; i < pairs.length; i++) {
      pair.of(pairs[i] / steps.switches, pairs[i] % steps.switches);
      int layer = wanted[i];
      if (layer < 0 || !layers.get(layer).take(pair)) {
        layer = first(steps, layers, pair);
      }
      if (layer == most) {
        return null;
      }
      layerOf[i] = layer;
    }
    return new Packing(trees, pairs, layerOf, layers);
  }

  /** The first layer that takes a pair, which may be a new one. */
  private static int first(Steps steps, List<Layer> layers, Pair pair) {
    int layer = 0;
    while (layer < layers.size() && !layers.get(layer).take(pair)) {
      layer++;
    }
    if (layer == layers.size()) {
      Layer opened = new Layer(steps);
      // One pair alone closes no circle: both paths are shortest, and share no step.
      if (!opened.take(pair)) {
        throw new IllegalStateException("two shortest paths close a circle");
      }
      layers.add(opened);
    }
    return layer;
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
