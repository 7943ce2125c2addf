package io.dateline.routing.lash;

import java.util.Arrays;

/**
 * Shortest paths between all switches: by destination, the step that every switch takes towards it.
 * Nothing writes to the arrays but {@link Mending} and {@link Rerouting}, of trees that are their
 * own.
 */
final class Trees {
  /** In {@link #next}: no cables lead there, or it is there. */
  static final byte NONE = (byte) 0xFF;

  final byte[][] next; // [destination][switch]: number of the step among those of the switch

  private final Steps steps;

  Trees(Steps steps, byte[][] next) {
    this.steps = steps;
    this.next = next;
  }

  /** The same trees, for code that is about to change them. */
  Trees copy() {
    byte[][] copy = new byte[next.length][];
    Arrays.setAll(copy, destination -> next[destination].clone());
    return new Trees(steps, copy);
  }

  boolean leads(int source, int destination) {
    return next[destination][source] != NONE;
  }

  /** The step of a switch from which a path leads to a destination, and which is not there. */
  int step(int source, int destination) {
    return steps.first[source] + (next[destination][source] & 0xFF);
  }

  /** How many steps it is from a switch to one that can be reached. */
  int length(int source, int destination) {
    int length = 0;
    for (int node = source; node != destination; node = steps.to[step(node, destination)]) {
      length++;
    }
    return length;
  }
}
