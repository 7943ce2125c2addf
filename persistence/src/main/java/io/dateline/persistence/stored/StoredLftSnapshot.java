package io.dateline.persistence.stored;

import io.dateline.persistence.event.LftSnapshot;

/** {@link LftSnapshot}, version 1. */
public record StoredLftSnapshot(
    long generation,
    int linearFdbTop,
    int confirmedTop,
    int blockCount,
    byte[] deflatedRow,
    byte[] confirmed) {
  public static StoredLftSnapshot of(LftSnapshot snapshot) {
    return new StoredLftSnapshot(
        snapshot.generation(),
        snapshot.linearFdbTop(),
        snapshot.confirmedTop(),
        snapshot.blockCount(),
        snapshot.deflatedRow(),
        snapshot.confirmed());
  }

  public LftSnapshot toSnapshot() {
    return new LftSnapshot(
        generation, linearFdbTop, confirmedTop, blockCount, deflatedRow, confirmed);
  }
}
