package io.dateline.routing.layers;

/**
 * The turns of a fabric: every pair of a channel into a switch and a channel out of it, which is
 * every edge that a channel dependency graph can have. They are numbered from 0 on, those of one
 * channel in a row, in the order of the channels that follow it. A switch of degree {@code d} has
 * {@code d * d}.
 *
 * <p>Immutable; arrays are shared, nobody writes to them.
 */
final class Turns {
  final Channels channels;
  final int[] tail; // by channel: the switch it leaves
  final int count;
  private final int[] rowOf; // by channel: where the turns begin of what follows it, less firstOf

  /**
   * Numbers them.
   *
   * @throws ArithmeticException if there are more than 2^31
   */
  Turns(Channels channels) {
    this.channels = channels;
    tail = new int[channels.count];
    int[] firstTurn = new int[channels.switchCount + 1];
    for (int node = 0; node < channels.switchCount; node++) {
      int degree = channels.degree(node);
      firstTurn[node + 1] = Math.addExact(firstTurn[node], Math.multiplyExact(degree, degree));
      for (int channel = channels.firstOf[node]; channel < channels.firstOf[node + 1]; channel++) {
        tail[channel] = node;
      }
    }
    count = firstTurn[channels.switchCount];
    rowOf = new int[channels.count];
    for (int channel = 0; channel < rowOf.length; channel++) {
      int node = channels.head[channel];
      int input = channels.reverse(channel) - channels.firstOf[node];
      rowOf[channel] = firstTurn[node] + input * channels.degree(node) - channels.firstOf[node];
    }
  }

  /** The turn from a channel into one that leaves the switch it leads to. */
  int of(int before, int after) {
    return rowOf[before] + after;
  }
}
