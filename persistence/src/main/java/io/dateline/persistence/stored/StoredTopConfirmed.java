package io.dateline.persistence.stored;

import io.dateline.persistence.event.LftEvent.TopConfirmed;

/** {@link TopConfirmed}, version 1. */
public record StoredTopConfirmed(long generation, int linearFdbTop, long atMs) {
  public static StoredTopConfirmed of(TopConfirmed event) {
    return new StoredTopConfirmed(event.generation(), event.linearFdbTop(), event.atMs());
  }

  public TopConfirmed toEvent() {
    return new TopConfirmed(generation, linearFdbTop, atMs);
  }
}
