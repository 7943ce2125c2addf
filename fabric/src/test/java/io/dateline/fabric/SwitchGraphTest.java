package io.dateline.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.generate.TopologySpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SwitchGraphTest {
  @Provide
  Arbitrary<Fabric> fabrics() {
    return FabricArbitraries.fabrics();
  }

  @Property(tries = 500)
  void shouldHaveTheChannelsThatAWalkOverAllPortsFinds(@ForAll("fabrics") Fabric fabric) {
    assertSame(fabric, new SwitchGraph(fabric), Map.of());
  }

  @Property(tries = 500)
  void shouldHavePortsInTheOrderThatIsGiven(@ForAll("fabrics") Fabric fabric, @ForAll long seed) {
    Map<Long, List<Integer>> order = portOrder(fabric, new Random(seed));
    assertSame(fabric, new SwitchGraph(fabric, order), order);
  }

  @Test
  void shouldNumberParallelChannelsByPort() {
    SwitchGraph graph = new SwitchGraph(TopologySpec.parse("torus:2x3:1").generate());
    for (int node = 0; node < graph.switchCount; node++) {
      for (int neighbour : graph.neighboursOf(node)) {
        int channel = graph.channelTo(node, neighbour);
        assertThat(graph.to[channel]).isEqualTo(neighbour);
        assertThat(graph.channel(node, graph.number(channel))).isEqualTo(channel);
      }
    }
    assertThatThrownBy(() -> graph.channelTo(0, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Some ports of some switches in any order, and numbers that no port has. */
  private static Map<Long, List<Integer>> portOrder(Fabric fabric, Random random) {
    Map<Long, List<Integer>> order = new TreeMap<>();
    for (int node = 0; node < fabric.switchCount(); node++) {
      List<Integer> numbers = new ArrayList<>(List.of(-1, 0, 255));
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        if (random.nextBoolean()) {
          numbers.add(number);
          numbers.add(number);
        }
      }
      Collections.shuffle(numbers, random);
      if (random.nextBoolean()) {
        order.put(fabric.nodeGuid(node), numbers);
      }
    }
    return order;
  }

  private static void assertSame(
      Fabric fabric, SwitchGraph graph, Map<Long, List<Integer>> portOrder) {
    assertThat(graph.switchCount).isEqualTo(fabric.switchCount());
    assertThat(graph.first).hasSize(fabric.switchCount() + 1).startsWith(0);
    int channel = 0;
    int neighbour = 0;
    for (int node = 0; node < fabric.switchCount(); node++) {
      assertThat(graph.first[node]).isEqualTo(channel);
      LinkedHashSet<Integer> others = new LinkedHashSet<>();
      for (int number : inOrder(fabric, node, portOrder)) {
        int peer = fabric.peer(fabric.port(node, number));
        int other = peer == Fabric.NONE ? node : fabric.nodeOf(peer);
        if (other == node || other >= fabric.switchCount()) {
          assertThat(graph.channel(node, number)).isEqualTo(Fabric.NONE);
          continue;
        }
        others.add(other);
        assertThat(graph.channel(node, number)).isEqualTo(channel);
        assertThat(graph.number(channel)).isEqualTo(number);
        assertThat(graph.from(channel)).isEqualTo(node);
        assertThat(graph.to[channel]).isEqualTo(other);
        assertThat(graph.reverse[channel]).isEqualTo(graph.channel(other, fabric.portNumber(peer)));
        channel++;
      }
      assertThat(graph.degree(node)).isEqualTo(channel - graph.first[node]);
      assertThat(graph.firstNeighbour[node]).isEqualTo(neighbour);
      assertThat(graph.neighboursOf(node)).containsExactly(others.toArray(Integer[]::new));
      neighbour += others.size();
      assertThat(graph.channel(node, 0)).isEqualTo(Fabric.NONE);
      assertThat(graph.channel(node, 255)).isEqualTo(Fabric.NONE);
    }
    assertThat(graph.channelCount).isEqualTo(channel).isEqualTo(graph.to.length);
    assertThat(graph.neighbours).hasSize(neighbour);
  }

  private static List<Integer> inOrder(
      Fabric fabric, int node, Map<Long, List<Integer>> portOrder) {
    LinkedHashSet<Integer> numbers =
        new LinkedHashSet<>(portOrder.getOrDefault(fabric.nodeGuid(node), List.of()));
    numbers.removeIf(number -> number < 1 || number > fabric.externalPortCount(node));
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      numbers.add(number);
    }
    return List.copyOf(numbers);
  }
}
