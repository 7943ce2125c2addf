package io.dateline.it.journal;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import java.util.Set;

/** A fabric built like another one, of other nodes. */
final class OtherFabric {
  private static final long SHIFT = 0x5000_0000L;

  private OtherFabric() {}

  /**
   * Builds one.
   *
   * @param same nodes that are in both, by number: their cables were moved
   */
  static Fabric like(Fabric fabric, Set<Integer> same) {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft[] drafts = new Fabric.NodeDraft[fabric.nodeCount()];
    for (int node = 0; node < drafts.length; node++) {
      drafts[node] =
          builder
              .node(
                  fabric.type(node),
                  fabric.nodeGuid(node) + (same.contains(node) ? 0 : SHIFT),
                  fabric.externalPortCount(node))
              .description(fabric.description(node));
    }
    for (int port = 0; port < fabric.portCount(); port++) {
      int peer = fabric.peer(port);
      if (peer > port) {
        builder.link(
            drafts[fabric.nodeOf(port)],
            fabric.portNumber(port),
            drafts[fabric.nodeOf(peer)],
            fabric.portNumber(peer),
            LinkWidth.X4,
            LinkSpeed.QDR);
      }
    }
    return builder.build();
  }
}
