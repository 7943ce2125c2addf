package io.dateline.fabric.measure;

/**
 * How crowded the channels are in each phase of a shift.
 *
 * @param maxByShift the most flows on one channel; index {@code s-1} for the phase in which rank
 *     {@code i} sends to rank {@code i+s}; 0 where nothing is delivered
 * @param undelivered pairs of all phases that the tables do not deliver
 */
public record ShiftLoads(int[] maxByShift, long undelivered) {

  /** The most flows on one channel in any phase; 1 is a shift without congestion. */
  public int max() {
    int max = 0;
    for (int load : maxByShift) {
      max = Math.max(max, load);
    }
    return max;
  }

  /** Mean over the phases of the most flows on one channel, or 0 when there is no phase. */
  public double mean() {
    long sum = 0;
    for (int load : maxByShift) {
      sum += load;
    }
    return maxByShift.length == 0 ? 0 : (double) sum / maxByShift.length;
  }

  /** Phases in which no two flows share a channel. */
  public int congestionFree() {
    int phases = 0;
    for (int load : maxByShift) {
      if (load <= 1) {
        phases++;
      }
    }
    return phases;
  }
}
