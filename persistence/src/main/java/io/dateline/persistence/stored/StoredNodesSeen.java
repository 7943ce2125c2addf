package io.dateline.persistence.stored;

import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.SubnetEvent.NodesSeen;

/**
 * {@link NodesSeen}, version 1.
 *
 * @param reason was appended later; null in events that were written before
 * @param changes lines; as the reason, after it
 * @param silentGuids was appended after the changes, as were the others about silent ports; null in
 *     events that were written before; {@link StoredSilentPorts} says what they hold
 */
public record StoredNodesSeen(
    long generation,
    long[] goneGuids,
    long[] nodeGuids,
    int[] nodeLengths,
    byte[] deflatedNodes,
    long atMs,
    String reason,
    String changes,
    long[] silentGuids,
    int[] silentNumbers,
    int[] silentKeys) {
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
        String.join("\n", event.changes()),
        StoredSilentPorts.guids(event.silent()),
        StoredSilentPorts.numbers(event.silent()),
        StoredSilentPorts.pKeys(event.silent()));
  }

  public NodesSeen toEvent() {
    return new NodesSeen(
        generation,
        goneGuids,
        new PackedNodes(nodeGuids, nodeLengths, deflatedNodes),
        Appended.lines(changes),
        Appended.text(reason),
        atMs,
        StoredSilentPorts.ports(silentGuids, silentNumbers, silentKeys));
  }
}
