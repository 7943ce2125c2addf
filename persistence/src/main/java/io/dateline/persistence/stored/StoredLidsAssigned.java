package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.LidsAssigned;

/** {@link LidsAssigned}, version 1. */
public record StoredLidsAssigned(long[] portGuids, int[] baseLids, byte[] lmcs, long atMs) {
  public static StoredLidsAssigned of(LidsAssigned event) {
    return new StoredLidsAssigned(event.portGuids(), event.baseLids(), event.lmcs(), event.atMs());
  }

  public LidsAssigned toEvent() {
    return new LidsAssigned(portGuids, baseLids, lmcs, atMs);
  }
}
