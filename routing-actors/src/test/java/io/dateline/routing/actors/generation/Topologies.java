package io.dateline.routing.actors.generation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;

/** Small fabrics: switches in a row, by their GUIDs, each by port 2 to the next one's port 1. */
public final class Topologies {
  private Topologies() {}

  public static Fabric chain(long... guids) {
    Fabric.Builder builder = new Fabric.Builder();
    for (long guid : guids) {
      builder.node(NodeType.SWITCH, guid, 4);
    }
    for (int i = 1; i < guids.length; i++) {
      builder.link(
          builder.find(guids[i - 1]), 2, builder.find(guids[i]), 1, LinkWidth.X4, LinkSpeed.EDR);
    }
    return builder.build();
  }

  /** {@code lids[i]} is the LID of switch {@code i} by index. */
  public static LidMap lids(Fabric fabric, int... lids) {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    for (int node = 0; node < lids.length; node++) {
      builder.assign(fabric.port(node, 0), lids[node], 0);
    }
    return builder.build();
  }
}
