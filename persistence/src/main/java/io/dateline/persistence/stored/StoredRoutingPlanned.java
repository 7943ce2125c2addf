package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;

/** {@link RoutingPlanned}, version 1. */
public record StoredRoutingPlanned(
    long generation,
    long topologyId,
    String engine,
    String options,
    String digest,
    int switches,
    int endPorts,
    String reason,
    long atMs) {
  public static StoredRoutingPlanned of(RoutingPlanned event) {
    return new StoredRoutingPlanned(
        event.generation(),
        event.topologyId(),
        event.engine(),
        event.options(),
        event.digest(),
        event.switches(),
        event.endPorts(),
        event.reason(),
        event.atMs());
  }

  public RoutingPlanned toEvent() {
    return new RoutingPlanned(
        generation, topologyId, engine, options, digest, switches, endPorts, reason, atMs);
  }
}
