package io.dateline.routing.lash;

/**
 * Sets of links that run along the same dimension, and whether the same way. A link is known by
 * either of its two steps; what holds for one holds, the other way round, for the other. Sets are
 * joined and never parted. Owned by one thread.
 */
final class Alignment {
  private final int[] parents; // by step, of links the lower one
  private final boolean[] flipped; // by step: whether it runs against its parent

  private int root;
  private boolean against;

  Alignment(Steps steps) {
    parents = new int[steps.count];
    flipped = new boolean[steps.count];
    for (int step = 0; step < steps.count; step++) {
      parents[step] = Math.min(step, steps.reverse[step]);
      flipped[step] = step > steps.reverse[step];
    }
  }

  /** The step that stands for the set of a step. */
  int set(int step) {
    find(step);
    return root;
  }

  /** Whether a step runs against the one that stands for its set. */
  boolean runsAgainst(int step) {
    find(step);
    return against;
  }

  /**
   * Says that two steps are of one dimension.
   *
   * @param opposite whether they run against each other
   * @return false if what was said before contradicts; then nothing has changed
   */
  boolean join(int one, int other, boolean opposite) {
    find(one);
    int oneRoot = root;
    boolean oneAgainst = against;
    find(other);
    boolean relation = oneAgainst ^ against ^ opposite;
    if (root == oneRoot) {
      return !relation;
    }
    int low = Math.min(root, oneRoot);
    int high = Math.max(root, oneRoot);
    parents[high] = low;
    flipped[high] = relation;
    return true;
  }

  private void find(int step) {
    int at = step;
    boolean odd = false;
    while (parents[at] != at) {
      int parent = parents[at];
      if (parents[parent] != parent) { // a shorter way for the next time
        flipped[at] ^= flipped[parent];
        parents[at] = parents[parent];
      }
      odd ^= flipped[at];
      at = parents[at];
    }
    root = at;
    against = odd;
  }
}
