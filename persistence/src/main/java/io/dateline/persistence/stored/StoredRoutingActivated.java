package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.RoutingActivated;

/**
 * {@link RoutingActivated}, version 1.
 *
 * @param reason was appended later; null in events that were written before
 */
public record StoredRoutingActivated(long generation, long atMs, String reason) {
  public static StoredRoutingActivated of(RoutingActivated event) {
    return new StoredRoutingActivated(event.generation(), event.atMs(), event.reason());
  }

  public RoutingActivated toEvent() {
    return new RoutingActivated(generation, Appended.text(reason), atMs);
  }
}
