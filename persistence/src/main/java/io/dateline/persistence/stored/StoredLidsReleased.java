package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.LidsReleased;

/**
 * {@link LidsReleased}, version 1.
 *
 * @param reason was appended later; null in events that were written before
 */
public record StoredLidsReleased(long[] portGuids, long atMs, String reason) {
  public static StoredLidsReleased of(LidsReleased event) {
    return new StoredLidsReleased(event.portGuids(), event.atMs(), event.reason());
  }

  public LidsReleased toEvent() {
    return new LidsReleased(portGuids, Appended.text(reason), atMs);
  }
}
