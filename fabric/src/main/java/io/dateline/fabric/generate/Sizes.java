package io.dateline.fabric.generate;

import io.dateline.fabric.Lid;

/** Bounds of the numbers that a network is described by. */
final class Sizes {
  /** The most end ports that can have a LID each. */
  static final int LIDS_MAX = Lid.UNICAST_MAX;

  /** The most external ports of a node. */
  static final int PORTS_MAX = 254;

  private Sizes() {}

  /**
   * The number, if it is within two bounds, both inclusive.
   *
   * @throws IllegalArgumentException with a sentence, if it is not
   */
  static int within(String what, long number, int min, int max) {
    if (number < min || number > max) {
      throw new IllegalArgumentException(
          "%s is %d to %d, not %d".formatted(what, min, max, number));
    }
    return (int) number;
  }
}
