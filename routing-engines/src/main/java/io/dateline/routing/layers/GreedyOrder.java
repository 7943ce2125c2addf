package io.dateline.routing.layers;

import io.dateline.routing.cdg.Turns;
import it.unimi.dsi.fastutil.longs.LongHeapIndirectPriorityQueue;

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

  // The channels not placed yet, once one is asked for.
  private final long[] ranks; // by channel, the lowest first
  private final LongHeapIndirectPriorityQueue heap;

  private GreedyOrder(Turns turns, long[] weights) {
    int channels = turns.channelCount;
    this.turns = turns;
    this.weights = weights;
    leaving = new long[channels];
    entering = new long[channels];
    positions = new int[channels];
    isPlaced = new boolean[channels];
    ready = new int[2 * channels];
    ranks = new long[channels];
    heap = new LongHeapIndirectPriorityQueue(ranks);
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
    long[] weights = this.weights; // fields are read again and again before code is optimized
    long[] leaving = this.leaving;
    long[] entering = this.entering;
    int[] firstOf = turns.firstOf;
    for (int channel = 0; channel < leaving.length; channel++) {
      int node = turns.head[channel];
      int row = turns.rowOf[channel];
      int end = firstOf[node + 1];
      long all = 0;
      for (int after = firstOf[node]; after < end; after++) {
        long weight = weights[row + after];
        all += weight;
        entering[after] += weight;
      }
      leaving[channel] = all;
    }
    for (int channel = 0; channel < positions.length; channel++) {
      if (leaving[channel] == 0 || entering[channel] == 0) {
        ready[readyCount++] = channel;
      }
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
        channel = top();
      }
      isPlaced[channel] = true;
      if (!heap.isEmpty()) {
        heap.remove(channel);
      }
      boolean toEnd = leaving[channel] == 0 && entering[channel] != 0;
      positions[channel] = toEnd ? last-- : first++;
      leave(channel);
    }
  }

  private int top() {
    if (heap.isEmpty()) {
      for (int channel = 0; channel < positions.length; channel++) {
        if (!isPlaced[channel]) {
          ranks[channel] = rank(channel);
          heap.enqueue(channel);
        }
      }
    }
    return heap.first();
  }

  /** Takes the turns of a channel away from the others. */
  private void leave(int channel) {
    long[] weights = this.weights;
    boolean[] isPlaced = this.isPlaced;
    int[] rows = turns.rowOf;
    int node = turns.head[channel];
    int row = rows[channel];
    int end = turns.firstOf[node + 1];
    for (int after = turns.firstOf[node]; after < end; after++) {
      long weight = weights[row + after];
      if (weight != 0 && !isPlaced[after]) {
        entering[after] -= weight;
        if (entering[after] == 0) {
          ready[readyCount++] = after;
        }
        if (!heap.isEmpty()) {
          rerank(after);
        }
      }
    }
    int tail = turns.tail[channel];
    end = turns.firstOf[tail + 1];
    for (int out = turns.firstOf[tail]; out < end; out++) {
      int before = turns.reverse[out];
      long weight = weights[rows[before] + channel];
      if (weight != 0 && !isPlaced[before]) {
        leaving[before] -= weight;
        if (leaving[before] == 0) {
          ready[readyCount++] = before;
        }
        if (!heap.isEmpty()) {
          rerank(before);
        }
      }
    }
  }

  private void rerank(int channel) {
    ranks[channel] = rank(channel);
    heap.changed(channel);
  }

  /** What enters less what leaves; of equals the first channel is lower. */
  private long rank(int channel) {
    return ((entering[channel] - leaving[channel]) << turns.channelBits) | channel;
  }
}
