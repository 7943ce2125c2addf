package io.dateline.routing.lash;

/**
 * Paths and the layers of pairs.
 *
 * @param layers [switch][switch], both ways: the layer, 0 where there is no path or nothing to be
 *     proven of it
 * @param count how many layers there are
 */
record Layered(Trees trees, byte[][] layers, int count) {
  static Layered of(Steps steps, Packing packing) {
    byte[][] layers = new byte[steps.switches][steps.switches];
    for (int i = 0; i < packing.pairs.length; i++) {
      int a = packing.pairs[i] / steps.switches;
      int b = packing.pairs[i] % steps.switches;
      layers[a][b] = (byte) packing.layerOf[i];
      layers[b][a] = (byte) packing.layerOf[i];
    }
    return new Layered(packing.trees, layers, packing.layerCount());
  }

  /** What pairs hold; a pair that holds nothing has no path. */
  static Layered of(HeldLayers held) {
    byte[][] layers = new byte[held.layers.length][];
    for (int a = 0; a < layers.length; a++) {
      layers[a] = held.layers[a].clone();
      for (int b = 0; b < layers.length; b++) {
        layers[a][b] = (byte) Math.max(0, layers[a][b]);
      }
    }
    return new Layered(held.trees, layers, Math.max(1, held.graphs.size()));
  }
}
