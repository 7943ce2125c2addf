package io.dateline.fabric.measure;

/** Which ports send in a bisection. */
public enum BisectionTraffic {
  /** One half sends to the other: ORCS's pattern {@code bisect}. */
  ONE_WAY,

  /** Both nodes of a pair send: what Netgauge's {@code ebb} does on real clusters. */
  BOTH_WAYS
}
