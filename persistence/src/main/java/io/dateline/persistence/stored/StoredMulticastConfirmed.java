package io.dateline.persistence.stored;

import io.dateline.persistence.event.LftEvent.MulticastConfirmed;

/** {@link MulticastConfirmed}, version 1; its block numbers are a bit set. */
public record StoredMulticastConfirmed(
    long generation, int multicastFdbTop, byte[] blockBits, long atMs) {
  public static StoredMulticastConfirmed of(MulticastConfirmed event) {
    return new StoredMulticastConfirmed(
        event.generation(), event.multicastFdbTop(), BlockSet.toBits(event.blocks()), event.atMs());
  }

  public MulticastConfirmed toEvent() {
    return new MulticastConfirmed(generation, multicastFdbTop, BlockSet.toBlocks(blockBits), atMs);
  }
}
