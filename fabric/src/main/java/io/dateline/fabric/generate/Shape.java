package io.dateline.fabric.generate;

/** One kind of network with its sizes. The sizes are told before anything is built. */
sealed interface Shape
    permits Grid, Hypercube, FatTree, Dragonfly, Jellyfish, HyperX, Kautz, SlimFly, ClusterModel {
  /** Counts stop growing here; anything near it is refused anyway. */
  long COUNT_CAP = 1L << 31;

  long switchCount();

  long hostCount();

  /** The most ports any of its switches needs. */
  long switchPortsMax();

  /** Names, cables and port numbers. */
  NetworkPlan plan();

  /** A product of counts, at most {@link #COUNT_CAP}. */
  static long times(long a, long b) {
    return Math.min(Math.min(a, COUNT_CAP) * Math.min(b, COUNT_CAP), COUNT_CAP);
  }
}
