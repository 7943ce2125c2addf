package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.SweepBegan;

/** {@link SweepBegan}, version 1. */
public record StoredSweepBegan(long generation, String reason, long atMs) {
  public static StoredSweepBegan of(SweepBegan event) {
    return new StoredSweepBegan(event.generation(), event.reason(), event.atMs());
  }

  public SweepBegan toEvent() {
    return new SweepBegan(generation, reason, atMs);
  }
}
