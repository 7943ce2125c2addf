package io.dateline.persistence.stored;

import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.SubnetEvent.NodesSeen;

/**
 * {@link NodesSeen}, version 1.
 *
 * @param reason was appended later; null in events that were written before
 * @param changes lines; as the reason, after it
 */
public record StoredNodesSeen(
    long generation,
    long[] goneGuids,
    long[] nodeGuids,
    int[] nodeLengths,
    byte[] deflatedNodes,
    long atMs,
    String reason,
    String changes) {
  public static StoredNodesSeen of(NodesSeen event) {
    PackedNodes nodes = event.nodes();
    return new StoredNodesSeen(
        event.generation(),
        event.goneGuids(),
        nodes.guids(),
        nodes.lengths(),
        nodes.deflated(),
        event.atMs(),
        event.reason(),
        String.join("\n", event.changes()));
  }

  public NodesSeen toEvent() {
    return new NodesSeen(
        generation,
        goneGuids,
        new PackedNodes(nodeGuids, nodeLengths, deflatedNodes),
        Appended.lines(changes),
        Appended.text(reason),
        atMs);
  }
}
