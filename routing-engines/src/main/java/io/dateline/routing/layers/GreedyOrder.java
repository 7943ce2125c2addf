package io.dateline.routing.layers;

/**
 * An order of channels in which little weight of turns leads backwards: P. Eades, X. Lin and W. F.
 * Smyth, "A Fast and Effective Heuristic for the Feedback Arc Set Problem", Information Processing
 * Letters 47(6), 1993, with weights. What nothing leaves goes to the end, what nothing enters to
 * the beginning; when neither is left, so does the channel that most weight leaves more than
 * enters. Without a cycle nothing leads backwards.
 *
 * <p>Time grows with turns times the logarithm of channels.
 */
final class GreedyOrder {
  private final Turns turns;
  private final long[] weights; // by turn
  private final long[] leaving; // by channel: weight of turns to channels that are not placed yet
  private final long[] entering;
  private final int[] positions; // by channel, the result
  private final boolean[] isPlaced;
  private final int[] ready; // channels that nothing enters or leaves, in the order of being found
  private int readyCount;

  // A binary heap of the channels, the greatest difference on top, of equals the first channel.
  private final int[] heap;
  private final int[] heapAt; // by channel
  private int heapSize;

  private GreedyOrder(Turns turns, long[] weights) {
    this.turns = turns;
    this.weights = weights;
    leaving = new long[turns.channelCount];
    entering = new long[turns.channelCount];
    positions = new int[turns.channelCount];
    isPlaced = new boolean[turns.channelCount];
    ready = new int[2 * turns.channelCount];
    heap = new int[turns.channelCount];
    heapAt = new int[turns.channelCount];
  }

  /**
   * Finds it.
   *
   * @param weights by turn, not negative
   * @return by channel: its position, 0 to channels - 1
   */
  static int[] of(Turns turns, long[] weights) {
    GreedyOrder order = new GreedyOrder(turns, weights);
    order.weigh();
    order.place();
    return order.positions;
  }

  private void weigh() {
    for (int channel = 0; channel < positions.length; channel++) {
      int node = turns.head[channel];
      for (int after = turns.firstOf[node]; after < turns.firstOf[node + 1]; after++) {
        long weight = weights[turns.of(channel, after)];
        leaving[channel] += weight;
        entering[after] += weight;
      }
    }
    for (int channel = 0; channel < positions.length; channel++) {
      if (leaving[channel] == 0 || entering[channel] == 0) {
        ready[readyCount++] = channel;
      }
      heap[heapSize] = channel;
      heapAt[channel] = heapSize;
      up(heapSize++);
    }
  }

  private void place() {
    int first = 0;
    int last = positions.length - 1;
    int taken = 0;
    while (first <= last) {
      int channel;
      if (taken < readyCount) {
        channel = ready[taken++];
        if (isPlaced[channel]) {
          continue;
        }
      } else {
        channel = heap[0];
      }
      isPlaced[channel] = true;
      remove(channel);
      boolean toEnd = leaving[channel] == 0 && entering[channel] != 0;
      positions[channel] = toEnd ? last-- : first++;
      leave(channel);
    }
  }

  /** Takes the turns of a channel away from the others. */
  private void leave(int channel) {
    int node = turns.head[channel];
    for (int after = turns.firstOf[node]; after < turns.firstOf[node + 1]; after++) {
      long weight = weights[turns.of(channel, after)];
      if (weight != 0 && !isPlaced[after]) {
        entering[after] -= weight;
        up(heapAt[after]);
        if (entering[after] == 0) {
          ready[readyCount++] = after;
        }
      }
    }
    int tail = turns.tail[channel];
    for (int out = turns.firstOf[tail]; out < turns.firstOf[tail + 1]; out++) {
      int before = turns.reverse[out];
      long weight = weights[turns.of(before, channel)];
      if (weight != 0 && !isPlaced[before]) {
        leaving[before] -= weight;
        down(heapAt[before]);
        if (leaving[before] == 0) {
          ready[readyCount++] = before;
        }
      }
    }
  }

  private boolean isAbove(int a, int b) {
    long differenceA = leaving[a] - entering[a];
    long differenceB = leaving[b] - entering[b];
    return differenceA != differenceB ? differenceA > differenceB : a < b;
  }

  private void up(int from) {
    int at = from;
    int channel = heap[at];
    while (at > 0 && isAbove(channel, heap[(at - 1) / 2])) {
      put(heap[(at - 1) / 2], at);
      at = (at - 1) / 2;
    }
    put(channel, at);
  }

  private void down(int from) {
    int at = from;
    int channel = heap[at];
    while (2 * at + 1 < heapSize) {
      int child = 2 * at + 1;
      if (child + 1 < heapSize && isAbove(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isAbove(heap[child], channel)) {
        break;
      }
      put(heap[child], at);
      at = child;
    }
    put(channel, at);
  }

  private void remove(int channel) {
    int at = heapAt[channel];
    int moved = heap[--heapSize];
    if (moved != channel) {
      put(moved, at);
      up(at);
      down(heapAt[moved]);
    }
  }

  private void put(int channel, int at) {
    heap[at] = channel;
    heapAt[channel] = at;
  }
}
