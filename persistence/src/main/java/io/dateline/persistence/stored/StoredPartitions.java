package io.dateline.persistence.stored;

import io.dateline.persistence.event.FormerPartitions;
import io.dateline.persistence.event.PartitionSnapshot;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.RunTimePartition.Broadcast;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * {@link PartitionSnapshot} as components of a {@link StoredSubnetSnapshot2}. Of texts each line is
 * one.
 *
 * @param keys of partitions that were changed at run time
 * @param counts of members of each
 * @param guids of members, those of one partition after another; {@code memberships} likewise
 * @param ipoib 1 for each of {@code keys} with the group of IPv4's broadcasts; null in what was
 *     written before there were such
 * @param broadcasts of that group of each of {@code keys}: MTU, rate, SL; null in what was written
 *     before these could be said
 */
record StoredPartitions(
    String lines,
    String digest,
    String olderDigests,
    int[] keys,
    String names,
    int[] counts,
    long[] guids,
    byte[] memberships,
    byte[] ipoib,
    byte[] broadcasts) {
  private static final int BROADCAST_BYTES = 3;

  static StoredPartitions of(PartitionSnapshot snapshot) {
    List<RunTimePartition> atRunTime = snapshot.atRunTime();
    int members = atRunTime.stream().mapToInt(one -> one.guids().length).sum();
    long[] guids = new long[members];
    byte[] memberships = new byte[members];
    byte[] ipoib = new byte[atRunTime.size()];
    byte[] broadcasts = new byte[atRunTime.size() * BROADCAST_BYTES];
    for (int i = 0; i < ipoib.length; i++) {
      Optional<Broadcast> broadcast = atRunTime.get(i).broadcast();
      ipoib[i] = (byte) (broadcast.isPresent() ? 1 : 0);
      Broadcast terms = broadcast.orElse(Broadcast.USUAL);
      broadcasts[i * BROADCAST_BYTES] = (byte) terms.mtu();
      broadcasts[i * BROADCAST_BYTES + 1] = (byte) terms.rate();
      broadcasts[i * BROADCAST_BYTES + 2] = (byte) terms.sl();
    }
    int at = 0;
    for (RunTimePartition one : atRunTime) {
      System.arraycopy(one.guids(), 0, guids, at, one.guids().length);
      System.arraycopy(one.memberships(), 0, memberships, at, one.guids().length);
      at += one.guids().length;
    }
    return new StoredPartitions(
        String.join("\n", snapshot.lines()),
        snapshot.digest(),
        String.join("\n", snapshot.olderDigests()),
        atRunTime.stream().mapToInt(RunTimePartition::key).toArray(),
        String.join("\n", atRunTime.stream().map(RunTimePartition::name).toList()),
        atRunTime.stream().mapToInt(one -> one.guids().length).toArray(),
        guids,
        memberships,
        ipoib,
        broadcasts);
  }

  private Optional<Broadcast> broadcast(int partition) {
    if (ipoib == null || ipoib[partition] == 0) {
      return Optional.empty();
    }
    int at = partition * BROADCAST_BYTES;
    return Optional.of(
        broadcasts == null
            ? Broadcast.USUAL
            : new Broadcast(broadcasts[at], broadcasts[at + 1], broadcasts[at + 2]));
  }

  PartitionSnapshot toSnapshot(FormerPartitions former) {
    List<RunTimePartition> atRunTime = new ArrayList<>();
    String[] named = names.split("\n", -1);
    int at = 0;
    for (int i = 0; i < keys.length; i++) {
      int end = at + counts[i];
      atRunTime.add(
          new RunTimePartition(
              keys[i],
              named[i],
              Arrays.copyOfRange(guids, at, end),
              Arrays.copyOfRange(memberships, at, end),
              broadcast(i)));
      at = end;
    }
    return new PartitionSnapshot(
        Appended.lines(lines), digest, Appended.lines(olderDigests), atRunTime, former);
  }
}
