package io.dateline.persistence.stored;

import io.dateline.persistence.event.LayerEvent.LayersAssigned;

/** {@link LayersAssigned}, version 1. */
public record StoredLayersAssigned(
    long topologyId,
    long lidsId,
    String engine,
    String digest,
    boolean lanesByPath,
    int layers,
    int channels,
    int dependencies,
    String cycle,
    String reason,
    long atMs) {
  public static StoredLayersAssigned of(LayersAssigned event) {
    return new StoredLayersAssigned(
        event.topologyId(),
        event.lidsId(),
        event.engine(),
        event.digest(),
        event.lanesByPath(),
        event.layers(),
        event.channels(),
        event.dependencies(),
        event.cycle(),
        event.reason(),
        event.atMs());
  }

  public LayersAssigned toEvent() {
    return new LayersAssigned(
        topologyId,
        lidsId,
        engine,
        digest,
        lanesByPath,
        layers,
        channels,
        dependencies,
        cycle,
        reason,
        atMs);
  }
}
