package io.dateline.routing.actors.layer;

import io.dateline.persistence.event.LayerEvent;
import io.dateline.persistence.event.LayerEvent.LayersAssigned;
import io.dateline.persistence.event.LayerSnapshot;
import io.dateline.persistence.journal.Snapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is remembered of the routings of one topology. Immutable.
 *
 * @param assigned the oldest first, at most {@link #REMEMBERED_MAX}
 */
record LayerState(List<LayersAssigned> assigned) {
  /** A topology comes back with few different tables; each is some hundred bytes. */
  static final int REMEMBERED_MAX = 8;

  static final LayerState EMPTY = new LayerState(List.of());

  static final Snapshots<LayerState> SNAPSHOTS =
      new Snapshots<>(
          state -> new LayerSnapshot(state.assigned()),
          stored -> new LayerState(((LayerSnapshot) stored).assigned()));

  LayerState {
    assigned = List.copyOf(assigned);
  }

  /** The state after an event. */
  LayerState apply(LayerEvent event) {
    return switch (event) {
      case LayersAssigned now -> now.lanesByPath() ? this : with(now);
    };
  }

  private LayerState with(LayersAssigned now) {
    List<LayersAssigned> all = new ArrayList<>(assigned);
    all.removeIf(before -> isFor(before, now.digest(), now.lidsId()));
    all.add(now);
    return new LayerState(all.subList(Math.max(0, all.size() - REMEMBERED_MAX), all.size()));
  }

  /** What was found for these tables, when the LIDs belonged to the same ports. */
  Optional<LayersAssigned> find(String digest, long lidsId) {
    return assigned.stream().filter(before -> isFor(before, digest, lidsId)).findAny();
  }

  private static boolean isFor(LayersAssigned before, String digest, long lidsId) {
    return before.digest().equals(digest) && before.lidsId() == lidsId;
  }
}
