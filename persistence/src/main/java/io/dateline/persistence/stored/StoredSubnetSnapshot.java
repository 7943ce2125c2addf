package io.dateline.persistence.stored;

import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TreeFrame;
import io.dateline.persistence.event.FabricChange;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.PartitionSnapshot;
import io.dateline.persistence.event.Registered;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SiteKeys;
import io.dateline.persistence.event.SubnetSnapshot;
import io.dateline.persistence.event.TermKeys;
import java.util.List;
import java.util.stream.LongStream;

/**
 * {@link SubnetSnapshot}, version 1, which has M_Keys only of terms in which all ports had the same
 * one; 0 stands for others. Of routings that there were none of, null is stored.
 *
 * @param olderMKeys was appended later; null in snapshots that were written before
 * @param unfinished was appended later; 0 in snapshots that were written before
 * @param nodeGuids was appended later, as were the others about nodes; null as olderMKeys
 * @param torusRadices was appended later, as were the others about the torus; null in snapshots
 *     that were written before, and where there is none
 * @param layers was appended later; null as torusRadices
 * @param groupIds was appended later, as were the others about groups; null in snapshots that were
 *     written before; {@link StoredGroups} says what the arrays hold
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
    long unfinished,
    int[] torusRadices,
    int torusLoops,
    long[] placedGuids,
    int[] places,
    byte[] layers,
    long[] groupIds,
    int[] groupNumbers,
    long[] groupMemberIds,
    byte[] groupStates) {
  public static StoredSubnetSnapshot of(SubnetSnapshot snapshot) {
    TorusFrame torus = snapshot.torus();
    List<Membership> members = StoredGroups.membersOf(snapshot.groups());
    long[] placed = torus == null ? null : torus.nodeGuids();
    return new StoredSubnetSnapshot(
        snapshot.term(),
        snapshot.keys().sharedKey(),
        snapshot.portGuids(),
        snapshot.baseLids(),
        snapshot.lmcs(),
        snapshot.planned() == null ? null : StoredRoutingPlanned.of(snapshot.planned()),
        snapshot.active() == null ? null : StoredRoutingPlanned.of(snapshot.active()),
        snapshot.activation() == null ? null : StoredRoutingActivated.of(snapshot.activation()),
        snapshot.olderKeys().stream().mapToLong(TermKeys::sharedKey).toArray(),
        snapshot.nodes().guids(),
        snapshot.nodes().lengths(),
        snapshot.nodes().deflated(),
        snapshot.unfinished(),
        torus == null ? null : StoredShape.radices(torus.shape()),
        torus == null ? 0 : StoredShape.loops(torus.shape()),
        placed,
        torus == null ? null : LongStream.of(placed).mapToInt(torus::place).toArray(),
        snapshot.layers(),
        StoredGroups.ids(snapshot.groups()),
        StoredGroups.numbers(snapshot.groups()),
        StoredGroups.memberIds(members),
        StoredGroups.states(members));
  }

  public SubnetSnapshot toSnapshot() {
    return new SubnetSnapshot(
        term,
        TermKeys.shared(mKey),
        portGuids,
        baseLids,
        lmcs,
        planned == null ? null : planned.toEvent(),
        active == null ? null : active.toEvent(),
        activation == null ? null : activation.toEvent(),
        olderMKeys == null
            ? List.of()
            : LongStream.of(olderMKeys).mapToObj(TermKeys::shared).toList(),
        nodeGuids == null
            ? PackedNodes.EMPTY
            : new PackedNodes(nodeGuids, nodeLengths, deflatedNodes),
        unfinished,
        torusRadices == null
            ? null
            : TorusFrame.empty(StoredShape.of(torusRadices, torusLoops)).with(placedGuids, places),
        layers,
        StoredGroups.withMembers(
            StoredGroups.groups(groupIds, groupNumbers),
            StoredGroups.members(groupMemberIds, groupStates)),
        SiteKeys.NONE,
        PartitionSnapshot.NONE,
        Registered.NOTHING,
        FabricChange.NONE,
        Silence.NONE,
        TreeFrame.EMPTY,
        null);
  }
}
