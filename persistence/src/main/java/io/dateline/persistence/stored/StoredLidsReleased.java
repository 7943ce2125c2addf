package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.LidsReleased;

/** {@link LidsReleased}, version 1. */
public record StoredLidsReleased(long[] portGuids, long atMs) {
  public static StoredLidsReleased of(LidsReleased event) {
    return new StoredLidsReleased(event.portGuids(), event.atMs());
  }

  public LidsReleased toEvent() {
    return new LidsReleased(portGuids, atMs);
  }
}
