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
    return chained(guids).build();
  }

  /** A chain whose last switch leads to the first. */
  public static Fabric ring(long... guids) {
    Fabric.Builder builder = chained(guids);
    link(builder, guids[guids.length - 1], guids[0]);
    return builder.build();
  }

  private static Fabric.Builder chained(long... guids) {
    Fabric.Builder builder = new Fabric.Builder();
    for (long guid : guids) {
      builder.node(NodeType.SWITCH, guid, 4).description("switch " + guid);
    }
    for (int i = 1; i < guids.length; i++) {
      link(builder, guids[i - 1], guids[i]);
    }
    return builder;
  }

  private static void link(Fabric.Builder builder, long from, long to) {
    builder.link(builder.find(from), 2, builder.find(to), 1, LinkWidth.X4, LinkSpeed.EDR);
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
