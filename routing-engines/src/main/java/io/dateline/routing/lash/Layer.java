package io.dateline.routing.lash;

import io.dateline.routing.cdg.DependencyGraph;

/**
 * The turns that packets of a layer take; they close no circle. Turns are only added, so one that
 * would close a circle by itself would do so ever after.
 */
final class Layer {
  private static final byte TAKEN = 1;
  private static final byte CLOSED = 2;

  private final DependencyGraph graph;
  private final byte[] states; // by turn: 0 while it is neither
  private long searches;

  /**
   * A layer without turns.
   *
   * @param order of steps in which turns are hoped to lead forwards, which takes less time
   */
  Layer(Steps steps, int[] order) {
    graph = new DependencyGraph(order);
    states = new byte[steps.turns];
  }

  /** Takes a pair, unless it closes a circle; then nothing has changed. */
  boolean take(Pair pair) {
    int fresh = 0;
    for (int i = 0; i < pair.count; i++) {
      byte state = states[pair.turns[i]];
      if (state == CLOSED) {
        return false;
      }
      if (state != TAKEN) {
        fresh++;
      }
    }
    return fresh == 0 || add(pair);
  }

  private boolean add(Pair pair) {
    int added = 0; // turns, marked in the buffer
    for (int i = 0; i < pair.count; i++) {
      int turn = pair.turns[i];
      if (states[turn] == TAKEN) {
        continue;
      }
      searches++;
      if (!graph.add(pair.before[i], pair.after[i])) {
        takeBack(pair, added);
        if (added == 0 || !graph.add(pair.before[i], pair.after[i])) {
          states[turn] = CLOSED;
        } else {
          graph.remove(pair.before[i], pair.after[i]);
        }
        return false;
      }
      states[turn] = TAKEN;
      pair.marks[added++] = i;
    }
    return true;
  }

  /** Steps in an order in which all its turns lead forwards. */
  int[] order() {
    return graph.order();
  }

  /** How many turns it has looked at more closely. */
  long searches() {
    return searches;
  }

  private void takeBack(Pair pair, int added) {
    for (int mark = 0; mark < added; mark++) {
      int i = pair.marks[mark];
      graph.remove(pair.before[i], pair.after[i]);
      states[pair.turns[i]] = 0;
    }
  }
}
