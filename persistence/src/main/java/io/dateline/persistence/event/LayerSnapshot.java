package io.dateline.persistence.event;

import io.dateline.persistence.event.LayerEvent.LayersAssigned;
import java.util.List;

/**
 * What all {@link LayerEvent}s of a topology up to a moment come to.
 *
 * @param assigned those that are remembered, the oldest first
 */
public record LayerSnapshot(List<LayersAssigned> assigned) implements Journaled {
  public LayerSnapshot {
    assigned = List.copyOf(assigned);
  }
}
