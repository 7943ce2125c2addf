package io.dateline.persistence.stored;

import io.dateline.persistence.event.LftEvent.MulticastTargeted;

/** {@link MulticastTargeted}, version 1; its block numbers are a bit set. */
public record StoredMulticastTargeted(
    long generation, int multicastFdbTop, byte[] blockBits, byte[] deflatedMasks, long atMs) {
  public static StoredMulticastTargeted of(MulticastTargeted event) {
    return new StoredMulticastTargeted(
        event.generation(),
        event.multicastFdbTop(),
        BlockSet.toBits(event.blocks()),
        event.deflatedMasks(),
        event.atMs());
  }

  public MulticastTargeted toEvent() {
    return new MulticastTargeted(
        generation, multicastFdbTop, BlockSet.toBlocks(blockBits), deflatedMasks, atMs);
  }
}
