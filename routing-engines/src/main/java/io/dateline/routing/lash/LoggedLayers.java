package io.dateline.routing.lash;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Layers that pairs hold, pairs by number, and what has become of them lately: it can be undone.
 */
final class LoggedLayers {
  private final HeldLayers held;
  private final int switches;
  private final IntArrayList log = new IntArrayList(); // a pair and the layer that it held before

  LoggedLayers(HeldLayers held) {
    this.held = held;
    switches = held.steps.switches;
  }

  /** How much has been logged. */
  int mark() {
    return log.size();
  }

  /** Undoes all that was logged since a mark. */
  void undo(int mark) {
    while (log.size() > mark) {
      int layer = log.popInt();
      int pair = log.popInt();
      if (layer == HeldLayers.NONE) {
        held.release(pair / switches, pair % switches);
      } else if (!held.hold(pair / switches, pair % switches, layer)) {
        throw new IllegalStateException("a pair does not fit where it was");
      }
    }
  }

  /** Forgets what was logged. */
  void commit() {
    log.clear();
  }

  int layer(int pair) {
    return held.layers[pair / switches][pair % switches];
  }

  boolean hold(int pair, int layer) {
    boolean holds = held.hold(pair / switches, pair % switches, layer);
    if (holds) {
      log.add(pair);
      log.add(HeldLayers.NONE);
    }
    return holds;
  }

  void release(int pair) {
    log.add(pair);
    log.add(layer(pair));
    held.release(pair / switches, pair % switches);
  }

  /** Gives a pair the layer that takes it with the fewest new turns; false if none does. */
  boolean holdBest(int pair) {
    int best = HeldLayers.NONE;
    int least = Integer.MAX_VALUE;
    for (int layer = 0; layer < held.graphs.size() && least > 0; layer++) {
      int fresh = held.fresh(pair / switches, pair % switches, layer);
      if (fresh >= 0 && fresh < least) {
        least = fresh;
        best = layer;
      }
    }
    return best != HeldLayers.NONE && hold(pair, best);
  }
}
