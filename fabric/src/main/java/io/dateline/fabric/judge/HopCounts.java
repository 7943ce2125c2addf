package io.dateline.fabric.judge;

/**
 * Lengths of the delivered pairs' paths. A hop is a cable that a switch puts the packet on: the
 * inter-switch cables and, unless the destination is a switch's port 0, the last one to the end
 * port. The cable from the source into its switch does not count. This is the hop column of
 * OpenSM's opensm.fdbs at the source's switch; ibdmchk's histogram shows one more for adapters.
 *
 * @param histogram delivered pairs by hops, its last element not 0; empty when nothing is delivered
 * @param nonMinimal delivered pairs whose path is longer than the cables allow
 */
public record HopCounts(long[] histogram, long nonMinimal) {

  /** The longest path, or 0 when nothing is delivered. */
  public int max() {
    return Math.max(0, histogram.length - 1);
  }

  /** Mean hops of a delivered pair, or 0 when nothing is delivered. */
  public double mean() {
    long pairs = 0;
    long hops = 0;
    for (int length = 0; length < histogram.length; length++) {
      pairs += histogram[length];
      hops += length * histogram[length];
    }
    return pairs == 0 ? 0 : (double) hops / pairs;
  }
}
