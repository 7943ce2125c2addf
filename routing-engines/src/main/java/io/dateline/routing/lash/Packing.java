package io.dateline.routing.lash;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

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
    return of(steps, trees, pairs, most, List.of());
  }

  /**
   * Packs pairs in the order given, which takes less time if what layers will have is known about.
   *
   * @param likely by layer: an order of steps in which most of its turns may lead forwards; makes
   *     no difference to the packing
   */
  static Packing of(Steps steps, Trees trees, int[] pairs, int most, List<int[]> likely) {
    List<Layer> layers = new ArrayList<>();
    int[] layerOf = new int[pairs.length];
    Pair pair = new Pair(steps, trees);
    for (int i = 0; i < pairs.length; i++) {
      pair.of(pairs[i] / steps.switches, pairs[i] % steps.switches);
      layerOf[i] = first(steps, layers, pair, likely);
      if (layerOf[i] == most) {
        return null;
      }
    }
    return new Packing(trees, pairs, layerOf, layers);
  }

  /** The first layer that takes a pair, which may be a new one. */
  private static int first(Steps steps, List<Layer> layers, Pair pair, List<int[]> likely) {
    int layer = 0;
    while (layer < layers.size() && !layers.get(layer).take(pair)) {
      layer++;
    }
    if (layer == layers.size()) {
      Layer opened = new Layer(steps, likely(steps, layers, likely));
      // One pair alone closes no circle: both paths are shortest, and share no step.
      if (!opened.take(pair)) {
        throw new IllegalStateException("two shortest paths close a circle");
      }
      layers.add(opened);
    }
    return layer;
  }

  /** Where nothing is known: what does not fit forwards into the layer before, backwards. */
  private static int[] likely(Steps steps, List<Layer> layers, List<int[]> likely) {
    if (layers.size() < likely.size()) {
      return likely.get(layers.size());
    }
    int[] order =
        layers.isEmpty() ? IntStream.range(0, steps.count).toArray() : layers.getLast().order();
    int[] reversed = new int[order.length];
    for (int place = 0; place < order.length; place++) {
      reversed[place] = order[order.length - 1 - place];
    }
    return reversed;
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
