package io.dateline.persistence.stored;

import io.dateline.persistence.event.LayerEvent.LayersAssigned;
import io.dateline.persistence.event.LayerSnapshot;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * {@link LayerSnapshot}, version 1: a chain.
 *
 * @param newest null when nothing is remembered
 * @param older null at the end of the chain
 */
public record StoredLayerSnapshot(StoredLayersAssigned newest, StoredLayerSnapshot older) {
  public static StoredLayerSnapshot of(LayerSnapshot snapshot) {
    StoredLayerSnapshot chain = null;
    for (LayersAssigned assigned : snapshot.assigned()) {
      chain = new StoredLayerSnapshot(StoredLayersAssigned.of(assigned), chain);
    }
    return chain == null ? new StoredLayerSnapshot(null, null) : chain;
  }

  public LayerSnapshot toSnapshot() {
    Deque<LayersAssigned> assigned = new ArrayDeque<>();
    for (StoredLayerSnapshot at = this; at != null && at.newest != null; at = at.older) {
      assigned.addFirst(at.newest.toEvent());
    }
    return new LayerSnapshot(List.copyOf(assigned));
  }
}
