package io.dateline.routing.balance;

import java.util.Arrays;

/**
 * All allowed ways to one destination switch: the switches in an order in which packets come by
 * them, whichever qualifying ports they take, and their channels that qualify. A worker's scratch.
 */
final class Ways {
  /** Switches that have a channel to take, the farthest first. */
  final int[] order;

  int count; // of switches in order
  final int[] first; // by place in the order, where its channels begin; one more than places
  final int[] channels; // in port order for each place

  private final Channels all;
  private final Choices choices;
  private final int[] waiting; // by switch: channels towards it of switches that have no place yet
  private final int[] queue;

  Ways(Channels all, Choices choices) {
    this.all = all;
    this.choices = choices;
    int switches = all.first.length - 1;
    order = new int[switches];
    first = new int[switches + 1];
    channels = new int[all.count];
    waiting = new int[switches];
    queue = new int[switches];
  }

  /** Finds the ways to another destination (A. B. Kahn, CACM 5(11), 1962). */
  void to(int destination) {
    Arrays.fill(waiting, 0);
    for (int node = 0; node < waiting.length; node++) {
      int end = list(node, destination, 0);
      for (int at = 0; at < end; at++) {
        waiting[all.to[channels[at]]]++;
      }
    }
    int queued = 0;
    for (int node = 0; node < waiting.length; node++) {
      if (waiting[node] == 0) {
        queue[queued++] = node;
      }
    }
    count = 0;
    first[0] = 0;
    for (int at = 0; at < queued; at++) {
      int end = list(queue[at], destination, first[count]);
      for (int way = first[count]; way < end; way++) {
        int next = all.to[channels[way]];
        if (--waiting[next] == 0) {
          queue[queued++] = next;
        }
      }
      if (end > first[count]) {
        order[count++] = queue[at];
        first[count] = end;
      }
    }
  }

  /** Writes a switch's channels that qualify from a place on and tells where they end. */
  private int list(int node, int destination, int from) {
    int words = choices.words[node];
    long[] sets = choices.sets[node];
    int end = from;
    for (int word = 0; word < words; word++) {
      for (long rest = sets[destination * words + word]; rest != 0; rest &= rest - 1) {
        channels[end++] = all.first[node] + word * Long.SIZE + Long.numberOfTrailingZeros(rest);
      }
    }
    return end;
  }
}
