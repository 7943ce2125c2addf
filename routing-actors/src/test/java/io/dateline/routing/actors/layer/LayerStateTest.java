package io.dateline.routing.actors.layer;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.persistence.event.LayerEvent.LayersAssigned;
import org.junit.jupiter.api.Test;

final class LayerStateTest {
  private static LayersAssigned found(String digest, long lidsId, boolean lanesByPath, int layers) {
    return new LayersAssigned(5, lidsId, "x", digest, lanesByPath, layers, 1, 1, "", "why", 1);
  }

  @Test
  void shouldForgetTheOldest() {
    LayerState state = LayerState.EMPTY;
    for (int i = 0; i <= LayerState.REMEMBERED_MAX; i++) {
      state = state.apply(found("digest " + i, 1, false, 1));
    }

    assertThat(state.assigned()).hasSize(LayerState.REMEMBERED_MAX);
    assertThat(state.find("digest 0", 1)).isEmpty();
    assertThat(state.find("digest 1", 1)).isPresent();
  }

  @Test
  void shouldKnowTablesByDigestAndLids() {
    LayerState state =
        LayerState.EMPTY.apply(found("a", 1, false, 1)).apply(found("a", 1, false, 2));

    assertThat(state.assigned()).hasSize(1);
    assertThat(state.find("a", 1).orElseThrow().layers()).isEqualTo(2);
    assertThat(state.find("a", 2)).isEmpty();
    assertThat(state.find("b", 1)).isEmpty();
  }

  /** The digest says nothing of SLs. */
  @Test
  void shouldNotRememberLanesByPath() {
    assertThat(LayerState.EMPTY.apply(found("a", 1, true, 1))).isEqualTo(LayerState.EMPTY);
  }

  @Test
  void shouldComeBackFromASnapshot() {
    LayerState state =
        LayerState.EMPTY.apply(found("a", 1, false, 1)).apply(found("b", 2, false, 3));

    assertThat(
            LayerState.SNAPSHOTS.fromStored().apply(LayerState.SNAPSHOTS.toStored().apply(state)))
        .isEqualTo(state);
  }
}
