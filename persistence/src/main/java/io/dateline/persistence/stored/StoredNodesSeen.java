package io.dateline.persistence.stored;

import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.SubnetEvent.NodesSeen;

/**
 * {@link NodesSeen}, version 1.
 *
 * @param reason was appended later; null in events that were written before
 */
public record StoredNodesSeen(
    long generation,
    long[] goneGuids,
    long[] nodeGuids,
    int[] nodeLengths,
    byte[] deflatedNodes,
    long atMs,
    String reason) {
  public static StoredNodesSeen of(NodesSeen event) {
    PackedNodes nodes = event.nodes();
    return new StoredNodesSeen(
        event.generation(),
        event.goneGuids(),
        nodes.guids(),
        nodes.lengths(),
        nodes.deflated(),
        event.atMs(),
        event.reason());
  }

  public NodesSeen toEvent() {
    return new NodesSeen(
        generation,
        goneGuids,
        new PackedNodes(nodeGuids, nodeLengths, deflatedNodes),
        Appended.text(reason),
        atMs);
  }
}
