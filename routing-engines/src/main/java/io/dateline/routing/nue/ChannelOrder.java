package io.dateline.routing.nue;

/**
 * An order of channels in which a few may be moved to a place before another one, at the cost of
 * these few: a linked list whose members have labels that ascend (P. F. Dietz and D. D. Sleator,
 * "Two Algorithms for Maintaining Order in a List", STOC 1987, with the simplest of labels: where
 * there is none between two members, all get new ones).
 *
 * <p>Owned by one thread.
 */
final class ChannelOrder {
  private static final int SPACING = 32; // bits between the labels of neighbours at first

  // Of what is free before a member this part is given away, for more will come to the same place.
  private static final int SHARE = 8;

  private final long[] labels; // by channel
  private final int[] previous; // by channel, and of the end of the list
  private final int[] next; // likewise; the end is followed by the first channel

  /**
   * An order.
   *
   * @param order all channels, once each
   */
  ChannelOrder(int[] order) {
    int end = order.length;
    labels = new long[end + 1];
    previous = new int[end + 1];
    next = new int[end + 1];
    int last = end;
    for (int channel : order) {
      link(last, channel);
      last = channel;
    }
    link(last, end);
    relabel();
  }

  private void link(int before, int after) {
    next[before] = after;
    previous[after] = before;
  }

  /** Labels start above 0, which is where the front is. */
  private void relabel() {
    int end = labels.length - 1;
    long label = 0;
    for (int channel = next[end]; channel != end; channel = next[channel]) {
      label += 1L << SPACING;
      labels[channel] = label;
    }
  }

  /** A number that is less for earlier channels; moves change it. */
  long label(int channel) {
    return labels[channel];
  }

  /** Whether a channel comes before another one. */
  boolean isBefore(int channel, int other) {
    return labels[channel] < labels[other];
  }

  /**
   * Moves channels directly before another one that is not among them.
   *
   * @param moved the channels, in the order that they will have, at the indices below {@code count}
   */
  void moveBefore(int goal, int[] moved, int count) {
    for (int i = 0; i < count; i++) {
      link(previous[moved[i]], next[moved[i]]);
    }
    int front = previous[goal];
    long step = step(front, goal, count);
    for (int i = 0; i < count; i++) {
      link(i == 0 ? front : moved[i - 1], moved[i]);
    }
    link(moved[count - 1], goal);
    if (step == 0) {
      relabel();
      return;
    }
    long label = front == labels.length - 1 ? 0 : labels[front];
    for (int i = 0; i < count; i++) {
      label += step;
      labels[moved[i]] = label;
    }
  }

  /** From label to label, or 0 where there is no room. */
  private long step(int front, int goal, int count) {
    long room = labels[goal] - (front == labels.length - 1 ? 0 : labels[front]);
    long step = room / SHARE / (count + 1);
    return step > 0 ? step : room / (count + 1);
  }
}
