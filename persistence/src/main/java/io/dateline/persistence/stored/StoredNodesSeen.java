package io.dateline.persistence.stored;

import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SubnetEvent.NodesSeen;
import java.util.Optional;

/**
 * {@link NodesSeen}, version 1.
 *
 * @param reason was appended later; null in events that were written before
 * @param changes lines; as the reason, after it
 * @param silentGuids was appended after the changes, as were the others about silent ports; null in
 *     events that were written before; {@link StoredSilence} says what they hold
 * @param cableGuids was appended after the silent ports, as was {@code cableNumbers}; as those
 * @param keysKnown was appended after them; false in events that were written before
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
    int[] silentKeys,
    long[] cableGuids,
    int[] cableNumbers,
    boolean keysKnown) {
  public static StoredNodesSeen of(NodesSeen event) {
    PackedNodes nodes = event.nodes();
    Optional<Silence> silent = event.silent();
    return new StoredNodesSeen(
        event.generation(),
        event.goneGuids(),
        nodes.guids(),
        nodes.lengths(),
        nodes.deflated(),
        event.atMs(),
        event.reason(),
        String.join("\n", event.changes()),
        silent.map(StoredSilence::guids).orElse(null),
        silent.map(StoredSilence::numbers).orElse(null),
        silent.map(StoredSilence::pKeys).orElse(null),
        silent.map(StoredSilence::cableGuids).orElse(null),
        silent.map(StoredSilence::cableNumbers).orElse(null),
        event.keysKnown());
  }

  public NodesSeen toEvent() {
    return new NodesSeen(
        generation,
        goneGuids,
        new PackedNodes(nodeGuids, nodeLengths, deflatedNodes),
        Appended.lines(changes),
        Appended.text(reason),
        atMs,
        StoredSilence.silence(silentGuids, silentNumbers, silentKeys, cableGuids, cableNumbers),
        keysKnown);
  }
}
