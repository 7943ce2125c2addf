package io.dateline.fabric.measure;

/**
 * Effective bisection bandwidth: the mean bandwidth of a flow over random bisections, as a share of
 * what it has to itself. {@link RandomBisections} says where it comes from.
 *
 * @param byBisection mean bandwidth of a flow, 0 to 1, of each bisection in the order drawn; at
 *     least one; 0 with fewer than two end nodes
 * @param undelivered flows of all bisections that the tables do not deliver
 */
public record BisectionBandwidth(double[] byBisection, long undelivered) {

  /** The effective bisection bandwidth. */
  public double mean() {
    double sum = 0;
    for (double bandwidth : byBisection) {
      sum += bandwidth;
    }
    return sum / byBisection.length;
  }

  /** The worst bisection drawn. */
  public double min() {
    double min = 1;
    for (double bandwidth : byBisection) {
      min = Math.min(min, bandwidth);
    }
    return min;
  }

  /** The best bisection drawn. */
  public double max() {
    double max = 0;
    for (double bandwidth : byBisection) {
      max = Math.max(max, bandwidth);
    }
    return max;
  }

  /** Standard error of the mean, 0 for one bisection: how far off chance may have put it. */
  public double standardError() {
    int count = byBisection.length;
    if (count == 1) {
      return 0;
    }
    double mean = mean();
    double squares = 0;
    for (double bandwidth : byBisection) {
      squares += (bandwidth - mean) * (bandwidth - mean);
    }
    return Math.sqrt(squares / (count - 1) / count);
  }
}
