package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.LidsAssigned;

/**
 * {@link LidsAssigned}, version 1.
 *
 * @param reason was appended later; null in events that were written before
 */
public record StoredLidsAssigned(
    long[] portGuids, int[] baseLids, byte[] lmcs, long atMs, String reason) {
  public static StoredLidsAssigned of(LidsAssigned event) {
    return new StoredLidsAssigned(
        event.portGuids(), event.baseLids(), event.lmcs(), event.atMs(), event.reason());
  }

  public LidsAssigned toEvent() {
    return new LidsAssigned(portGuids, baseLids, lmcs, Appended.text(reason), atMs);
  }
}
