package io.dateline.persistence.stored;

import io.dateline.persistence.event.NodeEvent.StandbyReady;

/** {@link StandbyReady}, version 1. */
public record StoredStandbyReady(String node, long term, long generation, long atMs) {
  public static StoredStandbyReady of(StandbyReady event) {
    return new StoredStandbyReady(event.node(), event.term(), event.generation(), event.atMs());
  }

  public StandbyReady toEvent() {
    return new StandbyReady(node, term, generation, atMs);
  }
}
