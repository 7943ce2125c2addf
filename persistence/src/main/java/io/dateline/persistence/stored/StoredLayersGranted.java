package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.LayersGranted;

/** {@link LayersGranted}, version 1. */
public record StoredLayersGranted(byte[] changes, long moved, String reason, long atMs) {
  public static StoredLayersGranted of(LayersGranted event) {
    return new StoredLayersGranted(event.changes(), event.moved(), event.reason(), event.atMs());
  }

  public LayersGranted toEvent() {
    return new LayersGranted(changes, moved, reason, atMs);
  }
}
