package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.ChainLearnt;

/** {@link ChainLearnt}, version 1. */
public record StoredChainLearnt(byte[] changes, String reason, long atMs) {
  public static StoredChainLearnt of(ChainLearnt event) {
    return new StoredChainLearnt(event.changes(), event.reason(), event.atMs());
  }

  public ChainLearnt toEvent() {
    return new ChainLearnt(changes, reason, atMs);
  }
}
