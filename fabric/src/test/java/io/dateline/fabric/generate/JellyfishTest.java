package io.dateline.fabric.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.DirectedPaths;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.FabricText;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class JellyfishTest {
  @Property(tries = 200)
  void shouldBeRegularSimpleAndConnected(
      @ForAll @IntRange(min = 3, max = 40) int switches,
      @ForAll @IntRange(min = 2, max = 12) int wanted,
      @ForAll long seed) {
    int degree = Math.min(wanted, switches - 1);
    if (switches * degree % 2 == 1) {
      degree--;
    }
    Fabric fabric =
        TopologySpec.parse("jellyfish:%d,%d,1,%d".formatted(switches, degree, seed)).generate();
    DirectedPaths paths = DirectedPaths.from(fabric, fabric.port(0, 0));
    for (int node = 0; node < switches; node++) {
      Set<Integer> neighbours = new HashSet<>();
      for (int number = 1; number <= degree; number++) {
        neighbours.add(fabric.nodeOf(fabric.peer(fabric.port(node, number))));
      }
      assertThat(neighbours).hasSize(degree).doesNotContain(node);
      assertThat(neighbours).allMatch(fabric::isSwitch);
      assertThat(paths.hops(node)).isNotNegative();
    }
  }

  @Test
  void shouldDifferBySeedOnly() {
    String first = FabricText.of(TopologySpec.parse("jellyfish:30,4,1,1").generate());
    assertThat(FabricText.of(TopologySpec.parse("jellyfish:30,4,1,1").generate())).isEqualTo(first);
    assertThat(FabricText.of(TopologySpec.parse("jellyfish:30,4,1,2").generate()))
        .isNotEqualTo(first);
  }

  /** A random graph of that size has a diameter of 3 to 5; the ring it starts from has 50. */
  @Test
  void shouldBeWellMixed() {
    Fabric fabric = TopologySpec.parse("jellyfish:200,8,0,1").generate();
    DirectedPaths paths = DirectedPaths.from(fabric, fabric.port(0, 0));
    for (int node = 0; node < 200; node++) {
      assertThat(paths.hops(node)).isLessThanOrEqualTo(5);
    }
  }
}
