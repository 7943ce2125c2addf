package io.dateline.routing.cdg;

/**
 * The turns of a graph of switches: every pair of a channel into a switch and a channel out of it,
 * which is every edge that a channel dependency graph can have. They are numbered from 0 on, those
 * of one channel in a row, in the order of the channels that follow it. A switch of degree {@code
 * d} has {@code d * d}.
 *
 * <p>Immutable; arrays are shared and are never written to.
 */
public final class Turns {
  public final int channelCount;
  public final int channelBits; // that hold any channel
  public final int[] firstOf; // by switch, length switches + 1: the first channel that leaves it
  public final int[] head; // by channel: the switch it leads to
  public final int[] reverse; // by channel: the one that leads back
  public final int[] tail; // by channel: the switch it leaves
  public final int[] rowOf; // by channel: its turn into another channel, less that channel
  private final int count;

  /**
   * Numbers them.
   *
   * @throws ArithmeticException if there are more than 2^31
   */
  public Turns(Channels channels) {
    firstOf = channels.firstOf;
    head = channels.head;
    reverse = reverses(channels);
    channelCount = head.length;
    channelBits = Integer.SIZE - Integer.numberOfLeadingZeros(channelCount);
    tail = new int[channelCount];
    int switches = firstOf.length - 1;
    int[] firstTurn = new int[switches + 1];
    for (int node = 0; node < switches; node++) {
      int degree = firstOf[node + 1] - firstOf[node];
      firstTurn[node + 1] = Math.addExact(firstTurn[node], Math.multiplyExact(degree, degree));
      for (int channel = firstOf[node]; channel < firstOf[node + 1]; channel++) {
        tail[channel] = node;
      }
    }
    count = firstTurn[switches];
    rowOf = new int[channelCount];
    for (int channel = 0; channel < channelCount; channel++) {
      int node = head[channel];
      int input = reverse[channel] - firstOf[node];
      int degree = firstOf[node + 1] - firstOf[node];
      rowOf[channel] = firstTurn[node] + input * degree - firstOf[node];
    }
  }

  private static int[] reverses(Channels channels) {
    int[] reverse = new int[channels.count];
    for (int channel = 0; channel < reverse.length; channel++) {
      reverse[channel] = channels.reverse(channel);
    }
    return reverse;
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** The turn from a channel into one that leaves the switch it leads to. */
  public int of(int before, int after) {
    return rowOf[before] + after;
  }

  /**
   * Finds the turns that lead backwards.
   *
   * @param order by channel: its position
   * @param isBackward by turn; the result
   */
  public void findBackward(int[] order, boolean[] isBackward) {
    for (int channel = 0; channel < channelCount; channel++) {
      int node = head[channel];
      int row = rowOf[channel];
      int position = order[channel];
      for (int after = firstOf[node]; after < firstOf[node + 1]; after++) {
        isBackward[row + after] = position > order[after];
      }
    }
  }
}
