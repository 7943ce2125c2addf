package io.dateline.routing.lash;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.TopologySpec;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PlacingTest {
  private static final int SWITCHES = 7;

  /** A ring of seven: paths are 3 steps long at most, and all by way of one switch can go round. */
  private static HeldLayers ring() {
    Fabric fabric = TopologySpec.parse("torus:7:1").generate();
    Steps steps = new Steps(new SwitchGraph(fabric));
    return new HeldLayers(steps, TreeRule.firstSeen(steps).grow(1));
  }

  private static int apart(int a, int b) {
    return Math.min(b - a, SWITCHES - b + a);
  }

  /** Whether the path of a pair turns at switch 0, which is next to 1 and 6. */
  private static boolean comesByTheFirst(int a, int b) {
    return a > 0 && b - a > SWITCHES / 2;
  }

  /**
   * All that do not turn at a switch fit together. Where they are in two layers so that either has
   * a turn at every other switch, nobody who turns there fits into one, unless somebody leaves.
   */
  @Test
  void shouldMakeRoom() {
    HeldLayers held = ring();
    held.open();
    held.open();
    byte[][] wanted = new byte[SWITCHES][SWITCHES];
    for (int a = 0; a < SWITCHES; a++) {
      Arrays.fill(wanted[a], HeldLayers.NONE);
      for (int b = a + 1; b < SWITCHES; b++) {
        wanted[a][b] = comesByTheFirst(a, b) ? HeldLayers.NONE : (byte) (apart(a, b) % 2);
      }
    }
    held.holdAll(wanted);
    int[] without = held.without();
    assertThat(without).hasSize(3);
    for (int pair : without) {
      assertThat(held.hold(pair / SWITCHES, pair % SWITCHES, 0)).isFalse();
      assertThat(held.hold(pair / SWITCHES, pair % SWITCHES, 1)).isFalse();
    }

    assertThat(Placing.place(held, without, 2)).isTrue();

    assertThat(held.without()).isEmpty();
    assertThat(held.graphs).hasSize(2);
    int moved = 0;
    for (int a = 0; a < SWITCHES; a++) {
      for (int b = a + 1; b < SWITCHES; b++) {
        moved += wanted[a][b] != HeldLayers.NONE && wanted[a][b] != held.layers[a][b] ? 1 : 0;
      }
    }
    assertThat(moved).isBetween(1, 2);
  }

  @Test
  void shouldOpenALayerWhileThereAreLanes() {
    HeldLayers held = ring();
    assertThat(Placing.place(held, held.without(), 2)).isTrue();
    assertThat(held.without()).isEmpty();
    assertThat(held.graphs).hasSize(2);
  }

  @Test
  void shouldGiveUpWhereLanesAreTooFew() {
    HeldLayers held = ring();
    assertThat(Placing.place(held, held.without(), 1)).isFalse();
  }
}
