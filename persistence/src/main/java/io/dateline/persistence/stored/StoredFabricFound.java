package io.dateline.persistence.stored;

import io.dateline.persistence.event.FabricChange;
import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.SubnetEvent.FabricFound;

/** {@link FabricFound}, version 1. */
public record StoredFabricFound(
    long generation,
    boolean isWhole,
    long[] goneGuids,
    long[] nodeGuids,
    int[] nodeLengths,
    byte[] deflatedNodes,
    long[] withoutLids,
    String digest,
    String reason,
    long atMs) {
  public static StoredFabricFound of(FabricFound event) {
    FabricChange change = event.change();
    PackedNodes nodes = change.nodes();
    return new StoredFabricFound(
        change.generation(),
        change.isWhole(),
        change.goneGuids(),
        nodes.guids(),
        nodes.lengths(),
        nodes.deflated(),
        change.withoutLids(),
        change.digest(),
        event.reason(),
        event.atMs());
  }

  public FabricFound toEvent() {
    PackedNodes nodes = new PackedNodes(nodeGuids, nodeLengths, deflatedNodes);
    return new FabricFound(
        new FabricChange(generation, isWhole, goneGuids, nodes, withoutLids, digest), reason, atMs);
  }
}
