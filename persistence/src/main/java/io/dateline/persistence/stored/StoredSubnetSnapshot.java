package io.dateline.persistence.stored;

import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.SubnetSnapshot;

/**
 * {@link SubnetSnapshot}, version 1. Of routings that there were none of, null is stored.
 *
 * @param olderMKeys was appended later; null in snapshots that were written before
 * @param unfinished was appended later; 0 in snapshots that were written before
 * @param nodeGuids was appended later, as were the others about nodes; null as olderMKeys
 */
public record StoredSubnetSnapshot(
    long term,
    long mKey,
    long[] portGuids,
    int[] baseLids,
    byte[] lmcs,
    StoredRoutingPlanned planned,
    StoredRoutingPlanned active,
    StoredRoutingActivated activation,
    long[] olderMKeys,
    long[] nodeGuids,
    int[] nodeLengths,
    byte[] deflatedNodes,
    long unfinished) {
  public static StoredSubnetSnapshot of(SubnetSnapshot snapshot) {
    return new StoredSubnetSnapshot(
        snapshot.term(),
        snapshot.mKey(),
        snapshot.portGuids(),
        snapshot.baseLids(),
        snapshot.lmcs(),
        snapshot.planned() == null ? null : StoredRoutingPlanned.of(snapshot.planned()),
        snapshot.active() == null ? null : StoredRoutingPlanned.of(snapshot.active()),
        snapshot.activation() == null ? null : StoredRoutingActivated.of(snapshot.activation()),
        snapshot.olderMKeys(),
        snapshot.nodes().guids(),
        snapshot.nodes().lengths(),
        snapshot.nodes().deflated(),
        snapshot.unfinished());
  }

  public SubnetSnapshot toSnapshot() {
    return new SubnetSnapshot(
        term,
        mKey,
        portGuids,
        baseLids,
        lmcs,
        planned == null ? null : planned.toEvent(),
        active == null ? null : active.toEvent(),
        activation == null ? null : activation.toEvent(),
        olderMKeys == null ? new long[0] : olderMKeys,
        nodeGuids == null
            ? PackedNodes.EMPTY
            : new PackedNodes(nodeGuids, nodeLengths, deflatedNodes),
        unfinished);
  }
}
