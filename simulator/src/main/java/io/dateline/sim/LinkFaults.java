package io.dateline.sim;

import java.util.SplittableRandom;

/**
 * What goes wrong on the links on request. The same seed and the same packets give the same losses.
 */
final class LinkFaults {
  private double lossRate;
  private double duplicateRate;
  private SplittableRandom lossRandom = new SplittableRandom(0);
  private SplittableRandom duplicateRandom = new SplittableRandom(0);
  private long delayMs;

  void loss(double rate, long seed) {
    lossRate = checkRate(rate);
    lossRandom = new SplittableRandom(seed);
  }

  void duplicate(double rate, long seed) {
    duplicateRate = checkRate(rate);
    duplicateRandom = new SplittableRandom(seed);
  }

  void delay(long ms) {
    if (ms < 0) {
      throw new IllegalArgumentException("a delay is 0 ms or more, not " + ms);
    }
    delayMs = ms;
  }

  /** Whether a packet that crossed {@code hops} links is lost. */
  boolean loses(int hops) {
    return lossRate > 0 && hops > 0 && lossRandom.nextDouble() < lossRate;
  }

  boolean duplicates() {
    return duplicateRate > 0 && duplicateRandom.nextDouble() < duplicateRate;
  }

  long delayMs() {
    return delayMs;
  }

  private static double checkRate(double rate) {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException("a rate is 0 to 1, not " + rate);
    }
    return rate;
  }
}
