package io.dateline.routing.updown;

import java.util.Arrays;

/**
 * From where something leads down to each of 64 destinations, and from where a path goes up and
 * then down, whatever the ways that the switches on it have taken. A worker's scratch.
 */
final class Cones {
  private final UpDownLinks links;
  private final long[] over; // by switch: destinations that it is above, or is
  private final long[] joined; // by switch: destinations to which an up/down path leads

  Cones(UpDownLinks links) {
    this.links = links;
    over = new long[links.switchCount()];
    joined = new long[links.switchCount()];
  }

  /**
   * The destinations that an up/down path leads to from some switch that has none, as bits.
   *
   * @param reached by switch: the destinations it has a path to
   */
  long cutOff(int firstDestination, int endDestination, long[] reached) {
    Arrays.fill(over, 0);
    for (int destination = firstDestination; destination < endDestination; destination++) {
      over[destination] = 1L << (destination - firstDestination);
    }
    int[] topDown = links.order().topDown();
    for (int place = topDown.length - 1; place >= 0; place--) {
      int node = topDown[place];
      if (over[node] != 0) {
        for (int upper : links.uppers(node)) {
          over[upper] |= over[node];
        }
      }
    }
    long cut = 0;
    for (int node : topDown) {
      long bits = over[node];
      for (int upper : links.uppers(node)) {
        bits |= joined[upper];
      }
      joined[node] = bits;
      cut |= bits & ~reached[node];
    }
    return cut;
  }

  /** Destinations that a switch is above, or is, as found last. */
  long over(int node) {
    return over[node];
  }
}
