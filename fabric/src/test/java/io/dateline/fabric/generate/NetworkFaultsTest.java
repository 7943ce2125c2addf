package io.dateline.fabric.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.FabricText;
import io.dateline.fabric.random.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NetworkFaultsTest {
  private static final Fabric WHOLE = TopologySpec.parse("torus:4x4x4:2").generate();

  @Test
  void shouldDropAsManyLinksAsAskedAndNothingElse() {
    Fabric fabric = damaged("--drop-links", "7:3");
    assertThat(FabricText.switchLinkCount(fabric)).isEqualTo(192 - 7);
    assertThat(fabric.nodeCount()).isEqualTo(WHOLE.nodeCount());
    for (int port = 0; port < fabric.portCount(); port++) {
      assertThat(fabric.peer(port)).isIn(WHOLE.peer(port), Fabric.NONE);
    }
  }

  @Test
  void shouldDropSwitchesWithTheirHosts() {
    Fabric fabric = damaged("--drop-switches=3:8");
    assertThat(fabric.switchCount()).isEqualTo(61);
    assertThat(fabric.nodeCount()).isEqualTo(61 * 3);
    for (int node = 0; node < fabric.nodeCount(); node++) {
      int before = WHOLE.nodeByGuid(fabric.nodeGuid(node));
      assertThat(fabric.description(node)).isEqualTo(WHOLE.description(before));
    }
  }

  @Test
  void shouldShufflePortsButKeepEveryNeighbour() {
    Fabric fabric = damaged("--shuffle-ports", "5");
    int moved = 0;
    for (int node = 0; node < fabric.nodeCount(); node++) {
      assertThat(neighbours(fabric, node)).isEqualTo(neighbours(WHOLE, node));
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        boolean linked = fabric.peer(fabric.port(node, number)) != Fabric.NONE;
        assertThat(linked).isEqualTo(WHOLE.peer(WHOLE.port(node, number)) != Fabric.NONE);
        moved +=
            fabric.peer(fabric.port(node, number)) == WHOLE.peer(fabric.port(node, number)) ? 0 : 1;
      }
    }
    assertThat(moved).isGreaterThan(200);
  }

  @Test
  void shouldShuffleGuidsButKeepTheNetwork() {
    Fabric fabric = damaged("--shuffle-guids", "5");
    assertThat(fabric.description(0)).isNotEqualTo(WHOLE.description(0));
    Set<String> cables = cablesByName(fabric);
    assertThat(cables).isEqualTo(cablesByName(WHOLE));
    for (int node = 0; node < fabric.nodeCount(); node++) {
      assertThat(fabric.nodeGuid(node)).isEqualTo(WHOLE.nodeGuid(node));
    }
  }

  @Test
  void shouldDoTheSameForTheSameSeedOnly() {
    String first = FabricText.of(damaged("--drop-links", "5:1", "--shuffle-ports", "9"));
    String again = FabricText.of(damaged("--shuffle-ports=9", "--drop-links=5:1"));
    String other = FabricText.of(damaged("--shuffle-ports=9", "--drop-links=5:2"));
    assertThat(again).isEqualTo(first);
    assertThat(other).isNotEqualTo(first);
  }

  /**
   * Pins the generator: whoever changes it changes every faulty fabric in every test and record.
   */
  @Test
  void shouldDrawTheSameNumbersForever() {
    SeededRandom random = new SeededRandom(42);
    int[] drawn = new int[8];
    Arrays.setAll(drawn, i -> random.below(1000));
    assertThat(drawn).containsExactly(451, 953, 371, 935, 165, 597, 582, 863);
  }

  @Test
  void shouldRefuseToDropMoreThanThereIs() {
    assertThatThrownBy(() -> damaged("--drop-links", "193:1"))
        .hasMessage("193 links between switches cannot be dropped, there are 192");
    assertThatThrownBy(() -> damaged("--drop-switches", "65:1"))
        .hasMessage("65 switches cannot be dropped, there are 64");
  }

  private static Fabric damaged(String... options) {
    List<String> arguments = new ArrayList<>(List.of("4", "4", "4", "2"));
    arguments.addAll(List.of(options));
    return TopologySpec.ofArguments("torus", arguments).generate();
  }

  private static List<Integer> neighbours(Fabric fabric, int node) {
    List<Integer> found = new ArrayList<>();
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int peer = fabric.peer(fabric.port(node, number));
      if (peer != Fabric.NONE) {
        found.add(fabric.nodeOf(peer));
      }
    }
    found.sort(null);
    return found;
  }

  private static Set<String> cablesByName(Fabric fabric) {
    Set<String> cables = new TreeSet<>();
    for (int port = 0; port < fabric.portCount(); port++) {
      int peer = fabric.peer(port);
      if (peer != Fabric.NONE) {
        cables.add(end(fabric, port) + " " + end(fabric, peer));
      }
    }
    return cables;
  }

  private static String end(Fabric fabric, int port) {
    return fabric.description(fabric.nodeOf(port)) + "/" + fabric.portNumber(port);
  }
}
