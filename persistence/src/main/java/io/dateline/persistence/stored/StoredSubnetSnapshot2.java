package io.dateline.persistence.stored;

import io.dateline.fabric.TreeFrame;
import io.dateline.persistence.event.FabricChange;
import io.dateline.persistence.event.FormerPartitions;
import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.PartitionSnapshot;
import io.dateline.persistence.event.Registered;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SiteKeys;
import io.dateline.persistence.event.SubnetSnapshot;
import io.dateline.persistence.event.TermKeys;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * {@link SubnetSnapshot}, version 2. A reader of version 1 alone does not know it, as with {@link
 * StoredTermStarted2}.
 *
 * @param rest all but the secrets and chosen keys
 * @param secrets of the term and of those before, the last one first, {@link TermKeys#SECRET_BYTES}
 *     of each; zeros where {@code rest} has an M_Key of all ports
 * @param smKey that was chosen, 0 where none was
 * @param saKey as {@code smKey}
 * @param partitionLines was appended later, as were the others about partitions; null in snapshots
 *     that were written before; {@link StoredPartitions} says what they hold
 * @param serviceIds was appended later, as were the others about services; null in snapshots that
 *     were written before; {@link StoredServices} says what the arrays hold
 * @param subscriptionPorts as serviceIds, of subscriptions; {@link StoredSubscriptions}
 * @param aliasPorts as serviceIds, of alias GUIDs; {@link StoredAliases}
 * @param aliasesChosen as aliasPorts; 0 in snapshots that were written before
 * @param partitionIpoib as partitionLines, appended after the others
 * @param fabricGeneration was appended later, as were the others about the fabric; 0 and null in
 *     snapshots that were written before; they are those of {@link StoredFabricFound}
 * @param silentGuids was appended after the fabric, as were the others about silent ports; null in
 *     snapshots that were written before; {@link StoredSilence}
 * @param cableGuids was appended after the silent ports, as was {@code cableNumbers}; as those
 * @param formerLines was appended after the cables, as were the others about former partitions;
 *     null in snapshots that were written before; {@link StoredFormerPartitions}
 * @param treeGuids was appended after the former partitions, as were the others about the tree;
 *     null in snapshots that were written before, and where no tree is remembered
 * @param partitionBroadcasts was appended after the tree, as partitionIpoib
 * @param chain was appended after those; null in snapshots that were written before, and where no
 *     chain is remembered
 */
public record StoredSubnetSnapshot2(
    StoredSubnetSnapshot rest,
    byte[] secrets,
    long smKey,
    long saKey,
    String partitionLines,
    String partitionDigest,
    String olderPartitionDigests,
    int[] partitionKeys,
    String partitionNames,
    int[] partitionCounts,
    long[] partitionGuids,
    byte[] partitionMemberships,
    long[] serviceIds,
    long[] serviceLeases,
    byte[] serviceContents,
    long[] subscriptionPorts,
    long[] subscriptionGids,
    int[] subscriptionNumbers,
    long[] aliasPorts,
    int[] aliasIndexes,
    long[] aliasGuids,
    long aliasesChosen,
    byte[] partitionIpoib,
    long fabricGeneration,
    long[] fabricGuids,
    int[] fabricLengths,
    byte[] deflatedFabric,
    long[] withoutLids,
    String fabricDigest,
    long[] silentGuids,
    int[] silentNumbers,
    int[] silentKeys,
    long[] cableGuids,
    int[] cableNumbers,
    String formerLines,
    int[] formerLineCounts,
    int[] formerKeys,
    int[] formerCounts,
    long[] formerGuids,
    byte[] formerMemberships,
    long[] treeGuids,
    int[] treeLevels,
    long[] treeRoots,
    byte[] partitionBroadcasts,
    byte[] chain) {
  private static final int BYTES = TermKeys.SECRET_BYTES;

  public static StoredSubnetSnapshot2 of(SubnetSnapshot snapshot) {
    Registered registered = snapshot.registered();
    ByteArrayOutputStream secrets = new ByteArrayOutputStream();
    secrets.writeBytes(secret(snapshot.keys()));
    snapshot.olderKeys().forEach(keys -> secrets.writeBytes(secret(keys)));
    StoredPartitions partitions = StoredPartitions.of(snapshot.partitions());
    StoredFormerPartitions former = StoredFormerPartitions.of(snapshot.partitions().former());
    FabricChange fabric = snapshot.fabric();
    TreeFrame tree = snapshot.tree();
    long[] treeGuids = tree.isEmpty() ? null : tree.levelGuids();
    return new StoredSubnetSnapshot2(
        StoredSubnetSnapshot.of(snapshot),
        secrets.toByteArray(),
        snapshot.siteKeys().smKey(),
        snapshot.siteKeys().saKey(),
        partitions.lines(),
        partitions.digest(),
        partitions.olderDigests(),
        partitions.keys(),
        partitions.names(),
        partitions.counts(),
        partitions.guids(),
        partitions.memberships(),
        StoredServices.ids(StoredServices.idsOf(registered.services())),
        StoredServices.leases(registered.services()),
        StoredServices.contents(registered.services()),
        StoredSubscriptions.ports(StoredSubscriptions.idsOf(registered.subscriptions())),
        StoredSubscriptions.gids(registered.subscriptions()),
        StoredSubscriptions.numbers(registered.subscriptions()),
        StoredAliases.ports(StoredAliases.idsOf(registered.aliases())),
        StoredAliases.indexes(StoredAliases.idsOf(registered.aliases())),
        StoredAliases.guids(registered.aliases()),
        registered.aliasesChosen(),
        partitions.ipoib(),
        fabric.generation(),
        fabric.nodes().guids(),
        fabric.nodes().lengths(),
        fabric.nodes().deflated(),
        fabric.withoutLids(),
        fabric.digest(),
        StoredSilence.guids(snapshot.silent()),
        StoredSilence.numbers(snapshot.silent()),
        StoredSilence.pKeys(snapshot.silent()),
        StoredSilence.cableGuids(snapshot.silent()),
        StoredSilence.cableNumbers(snapshot.silent()),
        former.lines(),
        former.lineCounts(),
        former.keys(),
        former.counts(),
        former.guids(),
        former.were(),
        treeGuids,
        treeGuids == null ? null : LongStream.of(treeGuids).mapToInt(tree::level).toArray(),
        treeGuids == null ? null : tree.rootGuids(),
        partitions.broadcasts(),
        snapshot.chain());
  }

  private static byte[] secret(TermKeys keys) {
    return keys.secret().orElseGet(() -> new byte[BYTES]);
  }

  public SubnetSnapshot toSnapshot() {
    SubnetSnapshot shared = rest.toSnapshot();
    List<TermKeys> older = new ArrayList<>();
    for (int i = 0; i < shared.olderKeys().size(); i++) {
      older.add(keys(i + 1, shared.olderKeys().get(i)));
    }
    return shared
        .withKeys(keys(0, shared.keys()), older, new SiteKeys(smKey, saKey))
        .withPartitions(partitions())
        .withRegistered(
            new Registered(
                StoredServices.services(serviceIds, serviceLeases, serviceContents),
                StoredSubscriptions.subscriptions(
                    subscriptionPorts, subscriptionGids, subscriptionNumbers),
                StoredAliases.aliases(aliasPorts, aliasIndexes, aliasGuids),
                aliasesChosen))
        .withFabric(fabric())
        .withSilent(
            StoredSilence.silence(silentGuids, silentNumbers, silentKeys, cableGuids, cableNumbers)
                .orElse(Silence.NONE))
        .withTree(tree())
        .withChain(chain);
  }

  private TreeFrame tree() {
    return treeGuids == null
        ? TreeFrame.EMPTY
        : TreeFrame.EMPTY.with(treeGuids, treeLevels, treeRoots, new long[0]);
  }

  private FabricChange fabric() {
    return fabricGuids == null
        ? FabricChange.NONE
        : new FabricChange(
            fabricGeneration,
            /* isWhole= */ true,
            new long[0],
            new PackedNodes(fabricGuids, fabricLengths, deflatedFabric),
            withoutLids,
            fabricDigest);
  }

  private PartitionSnapshot partitions() {
    return partitionKeys == null
        ? PartitionSnapshot.NONE
        : new StoredPartitions(
                partitionLines,
                partitionDigest,
                olderPartitionDigests,
                partitionKeys,
                partitionNames,
                partitionCounts,
                partitionGuids,
                partitionMemberships,
                partitionIpoib,
                partitionBroadcasts)
            .toSnapshot(former());
  }

  private FormerPartitions former() {
    return formerKeys == null
        ? FormerPartitions.NONE
        : new StoredFormerPartitions(
                formerLines,
                formerLineCounts,
                formerKeys,
                formerCounts,
                formerGuids,
                formerMemberships)
            .toFormer();
  }

  private TermKeys keys(int index, TermKeys shared) {
    byte[] secret = Arrays.copyOfRange(secrets, index * BYTES, (index + 1) * BYTES);
    return Arrays.equals(secret, new byte[BYTES]) ? shared : TermKeys.derived(secret);
  }

  /** Without the keys. */
  @Override
  public String toString() {
    return "StoredSubnetSnapshot2[term=%d]".formatted(rest.term());
  }
}
