package io.dateline.routing.lash;

/**
 * Moves pairs from crowded layers to thin ones until they have the same number, or nothing more can
 * be moved: first those with adapters at both ends, which carry the load, then all others so that
 * the sums come out. OpenSM draws pairs until layers differ by less than 6; here they have their
 * turns in the order of their packing.
 */
final class Balance {
  private final Steps steps;
  private final Packing packing;
  private final int[] adapters; // by switch
  private final Pair pair;
  private final int[] counts; // by layer, of pairs that count

  private Balance(Steps steps, Packing packing, int[] adapters) {
    this.steps = steps;
    this.packing = packing;
    this.adapters = adapters;
    pair = new Pair(steps, packing.trees);
    counts = new int[packing.layerCount()];
  }

  /**
   * Balances a packing, which changes.
   *
   * @param adapters by switch, how many end ports but its own it has
   */
  static void of(Steps steps, Packing packing, int[] adapters) {
    if (packing.layerCount() > 1) {
      Balance balance = new Balance(steps, packing, adapters);
      balance.move(true);
      balance.move(false);
    }
  }

  private boolean isLoaded(int i) {
    return adapters[packing.pairs[i] / steps.switches] > 0
        && adapters[packing.pairs[i] % steps.switches] > 0;
  }

  private void move(boolean loaded) {
    int total = 0;
    for (int i = 0; i < packing.pairs.length; i++) {
      if (isLoaded(i) == loaded) {
        counts[packing.layerOf[i]]++;
      }
    }
    for (int count : counts) {
      total += count;
    }
    int share = (total + counts.length - 1) / counts.length;
    for (int i = packing.pairs.length - 1; i >= 0; i--) {
      if (isLoaded(i) == loaded && counts[packing.layerOf[i]] > share) {
        moveToThinner(i, share);
      }
    }
  }

  private void moveToThinner(int i, int share) {
    pair.of(packing.pairs[i] / steps.switches, packing.pairs[i] % steps.switches);
    int own = packing.layerOf[i];
    int tried = 1 << own; // by bit: layers
    for (int layer = thinnest(tried, share); layer >= 0; layer = thinnest(tried, share)) {
      if (packing.layers.get(layer).take(pair)) {
        counts[own]--;
        counts[layer]++;
        packing.layerOf[i] = layer;
        return;
      }
      tried |= 1 << layer;
    }
  }

  /** The thinnest layer below its share that was not tried, or -1. */
  private int thinnest(int tried, int share) {
    int best = -1;
    for (int layer = 0; layer < counts.length; layer++) {
      if ((tried >>> layer & 1) == 0
          && counts[layer] < share
          && (best < 0 || counts[layer] < counts[best])) {
        best = layer;
      }
    }
    return best;
  }
}
