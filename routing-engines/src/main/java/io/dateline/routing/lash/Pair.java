package io.dateline.routing.lash;

import java.util.Arrays;

/**
 * The turns of the two paths between two switches, each as far as the trees lead. A buffer, owned
 * by one thread.
 */
final class Pair {
  int count;
  int[] turns = new int[64];
  int[] before = new int[64]; // by place: the first step of the turn
  int[] after = new int[64]; // and the second
  int[] marks = new int[64]; // places marked by the code that looks at them

  private final Steps steps;
  private final Trees trees;

  Pair(Steps steps, Trees trees) {
    this.steps = steps;
    this.trees = trees;
  }

  /** Looks at another pair. */
  void of(int a, int b) {
    count = 0;
    add(a, b);
    add(b, a);
  }

  /** Looks at one path. */
  void ofOne(int source, int destination) {
    count = 0;
    add(source, destination);
  }

  private void add(int source, int destination) {
    byte[] next = trees.next[destination];
    int[] first = steps.first;
    int[] to = steps.to;
    if (next[source] == Trees.NONE) {
      return;
    }
    int step = first[source] + (next[source] & 0xFF);
    for (int node = to[step]; next[node] != Trees.NONE; node = to[step]) { // not at the end, too
      int following = first[node] + (next[node] & 0xFF);
      if (count == turns.length) {
        grow();
      }
      turns[count] = steps.turn(step, following);
      before[count] = step;
      after[count++] = following;
      step = following;
    }
  }

  private void grow() {
    turns = Arrays.copyOf(turns, 2 * count);
    before = Arrays.copyOf(before, 2 * count);
    after = Arrays.copyOf(after, 2 * count);
    marks = Arrays.copyOf(marks, 2 * count);
  }
}
