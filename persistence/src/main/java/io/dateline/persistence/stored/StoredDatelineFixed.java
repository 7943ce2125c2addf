package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.DatelineFixed;

/** {@link DatelineFixed}, version 1. The grid as {@link StoredShape} has it. */
public record StoredDatelineFixed(int[] radices, int loops, String reason, long atMs) {
  public static StoredDatelineFixed of(DatelineFixed event) {
    return new StoredDatelineFixed(
        StoredShape.radices(event.shape()),
        StoredShape.loops(event.shape()),
        event.reason(),
        event.atMs());
  }

  public DatelineFixed toEvent() {
    return new DatelineFixed(StoredShape.of(radices, loops), reason, atMs);
  }
}
