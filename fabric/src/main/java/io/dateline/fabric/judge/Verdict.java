package io.dateline.fabric.judge;

/**
 * What the judge found.
 *
 * @param scope which end ports sent and received
 * @param delivery which pairs are served, and what is in the way of the others
 * @param hops lengths of the paths
 * @param loads paths on each channel
 * @param dependencies channel dependency graph
 * @param vlMask bit {@code v} is set when a delivered path uses VL {@code v} on any cable, those of
 *     end ports included
 */
public record Verdict(
    Scope scope,
    Delivery delivery,
    HopCounts hops,
    ChannelLoads loads,
    Dependencies dependencies,
    int vlMask) {

  /** Data VLs in use. */
  public int vls() {
    return Integer.bitCount(vlMask);
  }

  /** Whether every pair that cables join is served, nothing loops, and no credit loop can form. */
  public boolean sound() {
    return delivery.undelivered() == delivery.disconnected()
        && delivery.loops() == 0
        && dependencies.acyclic();
  }
}
