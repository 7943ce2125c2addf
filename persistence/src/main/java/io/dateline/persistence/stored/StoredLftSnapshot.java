package io.dateline.persistence.stored;

import io.dateline.persistence.event.LftSnapshot;

/**
 * {@link LftSnapshot}, version 1.
 *
 * @param multicastTop was appended later, as were the others about multicast; 0 or null in
 *     snapshots that were written before, and where there is none
 */
public record StoredLftSnapshot(
    long generation,
    int linearFdbTop,
    int confirmedTop,
    int blockCount,
    byte[] deflatedRow,
    byte[] confirmed,
    int multicastTop,
    int confirmedMulticastTop,
    byte[] multicastBlockBits,
    byte[] deflatedMasks,
    byte[] confirmedMulticastBits) {
  public static StoredLftSnapshot of(LftSnapshot snapshot) {
    LftSnapshot.Multicast multicast = snapshot.multicast();
    boolean isTold = multicast != null;
    return new StoredLftSnapshot(
        snapshot.generation(),
        snapshot.linearFdbTop(),
        snapshot.confirmedTop(),
        snapshot.blockCount(),
        snapshot.deflatedRow(),
        snapshot.confirmed(),
        isTold ? multicast.top() : 0,
        isTold ? multicast.confirmedTop() : 0,
        isTold ? BlockSet.toBits(multicast.blocks()) : null,
        isTold ? multicast.deflatedMasks() : null,
        isTold ? BlockSet.toBits(multicast.confirmed()) : null);
  }

  public LftSnapshot toSnapshot() {
    return new LftSnapshot(
        generation,
        linearFdbTop,
        confirmedTop,
        blockCount,
        deflatedRow,
        confirmed,
        multicastBlockBits == null
            ? null
            : new LftSnapshot.Multicast(
                multicastTop,
                confirmedMulticastTop,
                BlockSet.toBlocks(multicastBlockBits),
                deflatedMasks,
                BlockSet.toBlocks(confirmedMulticastBits)));
  }
}
