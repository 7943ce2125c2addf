package io.dateline.sm.analyze;

import java.util.Arrays;

/**
 * Values in descending order over their share of all, as a plot draws it: a point where the value
 * changes, and no more points than eyes can tell apart.
 *
 * @param x where a step begins, in percent from 0 to 100, ascending; the last one closes the curve
 * @param y value from there on
 */
record StepCurve(double[] x, double[] y) {
  private static final int POINTS_MAX = 240;

  /** The curve of some values in any order; a single step of height 0 for none. */
  static StepCurve descending(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    int samples = Math.min(count, POINTS_MAX);
    double[] x = new double[samples + 2];
    double[] y = new double[samples + 2];
    int points = 0;
    double last = 0;
    for (int sample = 0; sample < samples; sample++) {
      int rank = (int) ((long) sample * count / samples);
      double value = sorted[count - 1 - rank];
      if (sample == 0 || value != last) {
        x[points] = 100.0 * rank / count;
        y[points++] = value;
        last = value;
      }
    }
    if (points == 0) {
      points = 1;
    }
    x[points] = 100;
    y[points++] = last;
    return new StepCurve(Arrays.copyOf(x, points), Arrays.copyOf(y, points));
  }
}
