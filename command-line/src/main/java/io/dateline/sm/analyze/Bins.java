package io.dateline.sm.analyze;

/**
 * Bins of equal width for a histogram of shares; their centres are round numbers.
 *
 * @param width of each: 0.1, 0.2, 0.5, 1, 2 or 5 percent
 * @param first which multiple of the width the first centre is
 */
record Bins(double width, int first, int count) {
  private static final int COUNT_MAX = 30;
  private static final int ROUND = 5; // multiples of so many widths have few digits
  private static final double[] WIDTHS = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05};

  /** Bins that hold all of some values, with an empty one on both sides so that curves end at 0. */
  static Bins around(double[] values) {
    double min = Double.MAX_VALUE;
    double max = -Double.MAX_VALUE;
    for (double value : values) {
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    int finest = 0;
    while (finest < WIDTHS.length - 1 && (max - min) / WIDTHS[finest] > COUNT_MAX) {
      finest++;
    }
    double width = WIDTHS[finest];
    int first = nearest(min, width) - 1;
    return new Bins(width, first, nearest(max, width) + 1 - first + 1);
  }

  private static int nearest(double value, double width) {
    return (int) Math.round(value / width);
  }

  double[] centres() {
    double[] centres = new double[count];
    for (int bin = 0; bin < count; bin++) {
      centres[bin] = (first + bin) * width;
    }
    return centres;
  }

  /** A round number at or below the first centre. */
  double axisMin() {
    return Math.floorDiv(first, ROUND) * ROUND * width;
  }

  /** A round number at or above the last centre. */
  double axisMax() {
    return Math.ceilDiv(first + count - 1, ROUND) * ROUND * width;
  }

  /** What share of some values falls into each bin; all of them are within. */
  double[] shares(double[] values) {
    double[] shares = new double[count];
    for (double value : values) {
      shares[nearest(value, width) - first] += 1.0 / values.length;
    }
    return shares;
  }
}
