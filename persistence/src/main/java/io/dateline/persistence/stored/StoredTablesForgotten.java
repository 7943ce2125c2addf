package io.dateline.persistence.stored;

import io.dateline.persistence.event.LftEvent.TablesForgotten;

/** {@link TablesForgotten}, version 1. */
public record StoredTablesForgotten(String reason, long atMs) {
  public static StoredTablesForgotten of(TablesForgotten event) {
    return new StoredTablesForgotten(event.reason(), event.atMs());
  }

  public TablesForgotten toEvent() {
    return new TablesForgotten(reason, atMs);
  }
}
