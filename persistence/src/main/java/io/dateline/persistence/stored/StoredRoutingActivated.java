package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.RoutingActivated;

/** {@link RoutingActivated}, version 1. */
public record StoredRoutingActivated(long generation, long atMs) {
  public static StoredRoutingActivated of(RoutingActivated event) {
    return new StoredRoutingActivated(event.generation(), event.atMs());
  }

  public RoutingActivated toEvent() {
    return new RoutingActivated(generation, atMs);
  }
}
