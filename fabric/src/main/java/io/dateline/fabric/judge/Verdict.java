package io.dateline.fabric.judge;

import java.util.Optional;

/**
 * What the judge found.
 *
 * @param scope which end ports sent and received
 * @param delivery which pairs are served, and what is in the way of the others
 * @param hops lengths of the paths
 * @param loads paths on each channel
 * @param dependencies channel dependency graph, of multicast too where the routing has a tree for
 *     it
 * @param multicast what that tree reaches
 * @param vlMask bit {@code v} is set when a delivered path uses VL {@code v} on any cable, those of
 *     end ports included
 */
public record Verdict(
    Scope scope,
    Delivery delivery,
    HopCounts hops,
    ChannelLoads loads,
    Dependencies dependencies,
    Optional<TreeCoverage> multicast,
    int vlMask) {

  /** Data VLs in use. */
  public int vls() {
    return Integer.bitCount(vlMask);
  }

  /**
   * Whether every pair that cables join is served, and every group that is to be a part of the
   * multicast tree; nothing loops, and no credit loop can form.
   */
  public boolean sound() {
    return delivery.undelivered() == delivery.disconnected()
        && delivery.loops() == 0
        && multicast.map(TreeCoverage::complete).orElse(true)
        && dependencies.acyclic();
  }
}
