package io.dateline.routing.layers;

import java.util.Arrays;

/**
 * Betters an order of channels: one after the other is put where least weight of its turns leads
 * backwards, the others staying where they are.
 */
final class Sifting {
  private final Turns turns;
  private final double[] keys; // by channel: its place, between those of others
  private int[] sorted; // channels by place
  private int[] room; // for as many

  // Of the channel at hand.
  private int count; // neighbours
  private double[] places = new double[64]; // of neighbours, ascending
  private long[] gains = new long[64]; // what is gained by going behind a neighbour

  Sifting(Turns turns) {
    this.turns = turns;
    keys = new double[turns.channelCount];
    sorted = new int[turns.channelCount];
    room = new int[turns.channelCount];
  }

  /**
   * Betters positions in place.
   *
   * @param weights by turn
   * @param rounds at most
   */
  void better(int[] positions, long[] weights, int rounds) {
    boolean isBetter = true;
    for (int round = 0; round < rounds && isBetter; round++) {
      for (int channel = 0; channel < keys.length; channel++) {
        keys[channel] = positions[channel];
      }
      isBetter = false;
      for (int channel = 0; channel < keys.length; channel++) {
        isBetter |= sift(channel, weights);
      }
      if (isBetter) {
        number(positions);
      }
    }
  }

  private boolean sift(int channel, long[] weights) {
    if (!noteNeighbours(channel, weights)) {
      return false; // it cannot be better off
    }
    sort();
    long sum = 0; // relative to the very first place
    long most = 0;
    int best = -1; // behind which neighbour
    long now = 0;
    for (int i = 0; i < count; i++) {
      sum += gains[i];
      if (places[i] < keys[channel]) {
        now = sum;
      }
      if (sum > most) {
        most = sum;
        best = i;
      }
    }
    if (most <= now) {
      return false;
    }
    if (best < 0) {
      keys[channel] = places[0] - 0.5;
    } else if (best == count - 1) {
      keys[channel] = places[best] + 0.5;
    } else {
      keys[channel] = (places[best] + places[best + 1]) / 2;
    }
    return true;
  }

  /** Notes those that have turns with a channel; false if none of the turns leads backwards. */
  private boolean noteNeighbours(int channel, long[] weights) {
    double own = keys[channel];
    int found = 0;
    boolean isBackward = false;
    int head = turns.head[channel];
    for (int after = turns.firstOf[head]; after < turns.firstOf[head + 1]; after++) {
      long weight = weights[turns.of(channel, after)];
      if (weight != 0) {
        isBackward |= keys[after] < own;
        note(found++, keys[after], -weight);
      }
    }
    int tail = turns.tail[channel];
    for (int out = turns.firstOf[tail]; out < turns.firstOf[tail + 1]; out++) {
      int before = turns.reverse[out];
      long weight = weights[turns.of(before, channel)];
      if (weight != 0) {
        isBackward |= keys[before] >= own;
        note(found++, keys[before], weight);
      }
    }
    count = found;
    return isBackward;
  }

  private void note(int at, double place, long gain) {
    if (at == places.length) {
      places = Arrays.copyOf(places, 2 * at);
      gains = Arrays.copyOf(gains, 2 * at);
    }
    places[at] = place;
    gains[at] = gain;
  }

  /** Sorts the neighbours by place; they are few. */
  private void sort() {
    double[] places = this.places;
    long[] gains = this.gains;
    for (int next = 1; next < count; next++) {
      double place = places[next];
      long gain = gains[next];
      int at = next;
      while (at > 0 && places[at - 1] > place) {
        places[at] = places[at - 1];
        gains[at] = gains[at - 1];
        at--;
      }
      places[at] = place;
      gains[at] = gain;
    }
  }

  /** Makes whole numbers of the places again; of those at one place the first channel is first. */
  private void number(int[] positions) {
    for (int channel = 0; channel < sorted.length; channel++) {
      sorted[positions[channel]] = channel; // nearly in order: most have stayed
    }
    for (int width = 1; width < sorted.length; width *= 2) {
      for (int from = 0; from < sorted.length; from += 2 * width) {
        merge(from, from + width, Math.min(from + 2 * width, sorted.length));
      }
      int[] merged = room;
      room = sorted;
      sorted = merged;
    }
    for (int place = 0; place < sorted.length; place++) {
      positions[sorted[place]] = place;
    }
  }

  /** Merges two sorted parts of those to be sorted into the same part of the room. */
  private void merge(int from, int middle, int to) {
    int first = from;
    int second = middle;
    for (int at = from; at < to; at++) {
      boolean isFirst =
          first < middle && first < to && (second >= to || isBefore(sorted[first], sorted[second]));
      room[at] = isFirst ? sorted[first++] : sorted[second++];
    }
  }

  private boolean isBefore(int a, int b) {
    return keys[a] < keys[b] || (keys[a] == keys[b] && a < b);
  }
}
