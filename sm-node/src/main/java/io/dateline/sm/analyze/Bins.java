package io.dateline.sm.analyze;

/**
 * Bins of equal width for a histogram of shares.
 *
 * @param from where the first one begins
 * @param width of each, more than 0
 */
record Bins(double from, double width, int count) {
  private static final int COUNT = 30;

  /** Bins that hold all of some values, with an empty one on both sides so that curves end at 0. */
  static Bins around(double[] values) {
    double min = Double.MAX_VALUE;
    double max = -Double.MAX_VALUE;
    for (double value : values) {
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    // Values that are all the same still get bins that can be seen: a tenth of a percent wide.
    double width = Math.max((max - min) / COUNT, 0.001);
    return new Bins(min - 1.5 * width, width, (int) Math.ceil((max - min) / width) + 3);
  }

  double[] centres() {
    double[] centres = new double[count];
    for (int bin = 0; bin < count; bin++) {
      centres[bin] = from + (bin + 0.5) * width;
    }
    return centres;
  }

  /** What share of the values falls into each bin. */
  double[] shares(double[] values) {
    double[] shares = new double[count];
    for (double value : values) {
      int bin = (int) ((value - from) / width);
      shares[Math.clamp(bin, 0, count - 1)] += 1.0 / values.length;
    }
    return shares;
  }
}
