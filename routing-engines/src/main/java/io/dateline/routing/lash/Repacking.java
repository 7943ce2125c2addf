package io.dateline.routing.lash;

import java.util.Arrays;

/**
 * Packs the pairs of a packing again, layer by layer in another order of the layers: it cannot take
 * more, since each layer fits into one, and often takes fewer, since the first ones are filled up
 * (J. C. Culberson, F. Luo, "Exploring the k-colorable landscape with Iterated Greedy", in Cliques,
 * Coloring, and Satisfiability, DIMACS 26, 1996, for colours of a graph).
 */
final class Repacking {
  /** Rounds without a layer less that end it. */
  private static final int PATIENCE = 4;

  private Repacking() {}

  /**
   * The best packing found.
   *
   * @param searches about how many may be made
   */
  static Packing of(Steps steps, Packing packing, long searches) {
    Packing best = packing;
    Packing last = packing;
    long left = searches;
    int idle = 0;
    for (int round = 0; idle < PATIENCE && left > 0 && best.layerCount() > 1; round++) {
      int[] turns = turns(last, round);
      int[][] likely = new int[turns.length][];
      for (int layer = 0; layer < last.layers.size(); layer++) {
        likely[turns[layer]] = last.layers.get(layer).order();
      }
      int[] groups = new int[last.pairs.length];
      for (int i = 0; i < groups.length; i++) {
        groups[i] = turns[last.layerOf[i]];
      }
      last =
          Packing.of(
              steps,
              last.trees,
              PairOrder.byGroup(last.pairs, groups, turns.length),
              last.layerCount(),
              Arrays.asList(likely));
      left -= last.searches();
      idle = last.layerCount() < best.layerCount() ? 0 : idle + 1;
      best = last.layerCount() < best.layerCount() ? last : best;
    }
    return best;
  }

  /** By layer its turn: the other way round, or the smaller half first, or the last one first. */
  private static int[] turns(Packing packing, int round) {
    int count = packing.layerCount();
    int[] turns = new int[count];
    for (int layer = 0; layer < count; layer++) {
      turns[layer] =
          switch (round % 3) {
            case 0 -> count - 1 - layer;
            case 1 -> (layer + count / 2) % count;
            default -> (layer + 1) % count;
          };
    }
    return turns;
  }
}
