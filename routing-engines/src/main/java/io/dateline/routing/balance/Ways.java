package io.dateline.routing.balance;

import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;

/**
 * All allowed ways to one destination switch: the switches in an order in which packets come by
 * them, whichever qualifying ports they take, and their channels that qualify. A worker's scratch.
 */
final class Ways implements Approach {
  /** Switches that have a channel to take, the farthest first. */
  final int[] order;

  int count; // of switches in order
  final int[] first; // by switch: where its channels begin in what follows; length switches + 1
  final int[] channels; // in port order for each switch
  final int[] to; // beside each of the channels: the switch it leads to

  private final SwitchGraph all;
  private final Choices choices;
  private final int[] waiting; // by switch: channels towards it of switches that have no place yet
  private final int[] queue;

  Ways(SwitchGraph all, Choices choices) {
    this.all = all;
    this.choices = choices;
    int switches = all.first.length - 1;
    order = new int[switches];
    first = new int[switches + 1];
    channels = new int[all.channelCount];
    to = new int[all.channelCount];
    waiting = new int[switches];
    queue = new int[switches];
  }

  /** Finds the ways to another destination (A. B. Kahn, CACM 5(11), 1962). */
  @Override
  public void to(int destination) {
    list(destination);
    int[] waiting = this.waiting;
    int[] queue = this.queue;
    int queued = 0;
    for (int node = 0; node < waiting.length; node++) {
      if (waiting[node] == 0) {
        queue[queued++] = node;
      }
    }
    count = 0;
    for (int at = 0; at < queued; at++) {
      int node = queue[at];
      int end = first[node + 1];
      for (int way = first[node]; way < end; way++) {
        int next = to[way];
        if (--waiting[next] == 0) {
          queue[queued++] = next;
        }
      }
      if (end > first[node]) {
        order[count++] = node;
      }
    }
  }

  @Override
  public int[] order() {
    return order;
  }

  @Override
  public int count() {
    return count;
  }

  /** Writes down all channels that qualify, and how many lead to each switch. */
  private void list(int destination) {
    int[] heads = all.to;
    int[] waiting = this.waiting;
    Arrays.fill(waiting, 0);
    int end = 0;
    for (int node = 0; node < waiting.length; node++) {
      first[node] = end;
      int words = choices.words[node];
      long[] sets = choices.sets[node];
      for (int word = 0; word < words; word++) {
        int channel = all.first[node] + word * Long.SIZE;
        // Most bits are set, and code that is not optimized yet takes long to find trailing zeros.
        for (long rest = sets[destination * words + word]; rest != 0; rest >>>= 1, channel++) {
          if ((rest & 1) != 0) {
            int next = heads[channel];
            channels[end] = channel;
            to[end++] = next;
            waiting[next]++;
          }
        }
      }
    }
    first[waiting.length] = end;
  }
}
