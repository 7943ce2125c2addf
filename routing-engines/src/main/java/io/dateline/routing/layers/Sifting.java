package io.dateline.routing.layers;

import io.dateline.routing.cdg.Turns;

/**
 * Betters an order of channels: one after the other is put where least weight of its turns leads
 * backwards, the others staying where they are. The channels out of and into every switch are kept
 * in that order, so that those beside a channel need no sorting.
 *
 * <p>A channel and its place are one number, its <em>seat</em>: of two seats the lower one is at
 * the lower place, or at the same one, and its channel comes first.
 */
final class Sifting {
  private static final long NOBODY_BEFORE = Long.MIN_VALUE; // seats of no channel
  private static final long NOBODY_AFTER = Long.MAX_VALUE;

  private final Turns turns;
  private final int channelBits; // of a seat, the low ones
  private final long channelMask;
  private final int placeBits; // of a place, behind the point: it can be between those of others
  private final long[] seats; // by channel
  private final long[] outs; // from turns.firstOf on, seats of channels out of a switch
  private final long[] ins; // likewise, into it
  private final int[] ends; // by switch: where a list that is being filled ends
  private long[] sorted; // seats
  private long[] room; // for as many

  Sifting(Turns turns) {
    this.turns = turns;
    int channels = turns.channelCount;
    channelBits = turns.channelBits;
    channelMask = (1L << channelBits) - 1;
    placeBits = Math.max(1, Long.SIZE - 2 - 2 * channelBits);
    seats = new long[channels];
    outs = new long[channels];
    ins = new long[channels];
    ends = new int[turns.firstOf.length - 1];
    sorted = new long[channels];
    room = new long[channels];
  }

  /**
   * Betters positions in place.
   *
   * @param weights by turn
   * @param rounds at most
   */
  void better(int[] positions, long[] weights, int rounds) {
    for (int channel = 0; channel < seats.length; channel++) {
      sorted[positions[channel]] = channel;
    }
    for (int round = 0; round < rounds; round++) {
      takeSeats();
      boolean isBetter = false;
      for (int channel = 0; channel < seats.length; channel++) {
        isBetter |= sift(channel, weights);
      }
      if (!isBetter) {
        return;
      }
      sort();
      for (int position = 0; position < sorted.length; position++) {
        positions[channel(sorted[position])] = position;
      }
    }
  }

  private int channel(long seat) {
    return (int) (seat & channelMask);
  }

  private long seat(long place, int channel) {
    return (place << channelBits) | channel;
  }

  /** Gives channels that are sorted places with room between them. */
  private void takeSeats() {
    for (int position = 0; position < sorted.length; position++) {
      int channel = channel(sorted[position]);
      long seat = seat((long) position << placeBits, channel);
      sorted[position] = seat;
      seats[channel] = seat;
    }
    fill(outs, turns.tail);
    fill(ins, turns.head);
  }

  /**
   * Fills lists of seats.
   *
   * @param nodes by channel: the switch in whose list it is
   */
  private void fill(long[] lists, int[] nodes) {
    System.arraycopy(turns.firstOf, 0, ends, 0, ends.length);
    for (long seat : sorted) {
      lists[ends[nodes[channel(seat)]]++] = seat;
    }
  }

  private boolean sift(int channel, long[] weights) {
    if (!leadsBackwards(channel, weights)) {
      return false; // it cannot be better off
    }
    long[] outs = this.outs; // fields are read again and again before code is optimized
    long[] ins = this.ins;
    int[] rows = turns.rowOf;
    long mask = channelMask;
    long own = seats[channel];
    int row = rows[channel];
    int head = turns.head[channel];
    int tail = turns.tail[channel];
    int after = turns.firstOf[head];
    int afterEnd = turns.firstOf[head + 1];
    int before = turns.firstOf[tail];
    int beforeEnd = turns.firstOf[tail + 1];
    long out = outs[after]; // there is one: the way back
    long in = ins[before];
    long sum = 0; // what is gained relative to the very first place
    long now = 0;
    long most = 0;
    long lower = NOBODY_BEFORE; // the best place is between this seat
    long upper = NOBODY_AFTER; // and that one
    long last = NOBODY_BEFORE; // of the neighbours so far
    while (true) {
      long seat;
      long gain;
      if (out < in) {
        seat = out;
        gain = -weights[row + (int) (out & mask)];
        out = ++after < afterEnd ? outs[after] : NOBODY_AFTER;
      } else if (in != NOBODY_AFTER) {
        seat = in;
        gain = weights[rows[(int) (in & mask)] + channel];
        in = ++before < beforeEnd ? ins[before] : NOBODY_AFTER;
      } else {
        break;
      }
      if (gain != 0) {
        // Between two at one place there is no room.
        if (seat >> channelBits != last >> channelBits) {
          if (sum > most) {
            most = sum;
            lower = last;
            upper = seat;
          } else if (last == NOBODY_BEFORE) {
            upper = seat;
          }
        }
        last = seat;
        sum += gain;
        now = seat < own ? sum : now;
      }
    }
    if (sum > most) {
      most = sum;
      lower = last;
      upper = NOBODY_AFTER;
    }
    if (most <= now) {
      return false;
    }
    move(channel, between(lower, upper));
    return true;
  }

  private boolean leadsBackwards(int channel, long[] weights) {
    long own = seats[channel];
    int row = turns.rowOf[channel];
    int head = turns.head[channel];
    int end = turns.firstOf[head + 1];
    for (int at = turns.firstOf[head]; at < end && outs[at] < own; at++) {
      if (weights[row + channel(outs[at])] != 0) {
        return true;
      }
    }
    int tail = turns.tail[channel];
    int first = turns.firstOf[tail];
    for (int at = turns.firstOf[tail + 1] - 1; at >= first && ins[at] > own; at--) {
      if (weights[turns.of(channel(ins[at]), channel)] != 0) {
        return true;
      }
    }
    return false;
  }

  /** A place between two seats. */
  private long between(long lower, long upper) {
    long half = 1L << (placeBits - 1);
    if (lower == NOBODY_BEFORE) {
      return (upper >> channelBits) - half;
    }
    long place = lower >> channelBits;
    return upper == NOBODY_AFTER ? place + half : (place + (upper >> channelBits)) >> 1;
  }

  private void move(int channel, long place) {
    long from = seats[channel];
    long to = seat(place, channel);
    seats[channel] = to;
    move(outs, turns.tail[channel], from, to);
    move(ins, turns.head[channel], from, to);
  }

  private void move(long[] lists, int node, long from, long to) {
    int first = turns.firstOf[node];
    int end = turns.firstOf[node + 1];
    int at = first;
    while (lists[at] != from) {
      at++;
    }
    for (; at > first && lists[at - 1] > to; at--) {
      lists[at] = lists[at - 1];
    }
    for (; at + 1 < end && lists[at + 1] < to; at++) {
      lists[at] = lists[at + 1];
    }
    lists[at] = to;
  }

  /** Sorts the channels' new seats; most have stayed. */
  private void sort() {
    for (int position = 0; position < sorted.length; position++) {
      sorted[position] = seats[channel(sorted[position])];
    }
    for (int width = 1; width < sorted.length; width *= 2) {
      for (int from = 0; from < sorted.length; from += 2 * width) {
        merge(from, from + width, Math.min(from + 2 * width, sorted.length));
      }
      long[] merged = room;
      room = sorted;
      sorted = merged;
    }
  }

  /** Merges two sorted parts of those to be sorted into the same part of the room. */
  private void merge(int from, int middle, int to) {
    long[] sorted = this.sorted;
    long[] room = this.room;
    if (middle >= to || sorted[middle - 1] < sorted[middle]) {
      System.arraycopy(sorted, from, room, from, to - from);
      return;
    }
    int first = from;
    int second = middle;
    for (int at = from; at < to; at++) {
      boolean isFirst = first < middle && (second >= to || sorted[first] < sorted[second]);
      room[at] = isFirst ? sorted[first++] : sorted[second++];
    }
  }
}
