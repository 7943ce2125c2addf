package io.dateline.routing.lash;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Finds which switches send to a destination by way of a switch. Owned by one thread. */
final class Upstream {
  private final Steps steps;
  private final Trees trees;
  private final int[] marks; // by switch: the number of a search if it goes there, else less it
  private int search;

  Upstream(Steps steps, Trees trees) {
    this.steps = steps;
    this.trees = trees;
    marks = new int[steps.switches];
  }

  /** The switches whose paths to a destination come by another one, which is among them. */
  IntArrayList of(int middle, int destination) {
    byte[] next = trees.next[destination];
    search++;
    marks[destination] = -search;
    marks[middle] = search;
    IntArrayList found = new IntArrayList();
    for (int node = 0; node < steps.switches; node++) {
      if (comesBy(node, next)) {
        found.add(node);
      }
    }
    return found;
  }

  private boolean comesBy(int source, byte[] next) {
    int end = source;
    while (Math.abs(marks[end]) != search && next[end] != Trees.NONE) {
      end = steps.to[steps.first[end] + (next[end] & 0xFF)];
    }
    int mark = marks[end] == search ? search : -search;
    marks[end] = mark;
    for (int at = source; at != end; at = steps.to[steps.first[at] + (next[at] & 0xFF)]) {
      marks[at] = mark;
    }
    return mark == search;
  }
}
