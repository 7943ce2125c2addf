package io.dateline.fabric.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlimFlyTest {
  private static BitSet neighbours(Fabric fabric, int node) {
    BitSet neighbours = new BitSet();
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int peer = fabric.peer(fabric.port(node, number));
      if (peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer))) {
        neighbours.set(fabric.nodeOf(peer));
      }
    }
    return neighbours;
  }

  /** 5 is the Hoffman-Singleton graph: no graph of degree 7 and diameter 2 has more switches. */
  @ParameterizedTest
  @CsvSource({"3,5", "5,7", "7,11", "11,17", "13,19"})
  void shouldHaveItsDegreeAndDiameterTwo(int q, int degree) {
    Fabric fabric = TopologySpec.parse("slimfly:%d,0".formatted(q)).generate();
    assertThat(fabric.switchCount()).isEqualTo(2 * q * q);
    for (int node = 0; node < fabric.switchCount(); node++) {
      BitSet near = neighbours(fabric, node);
      assertThat(near.cardinality()).as("degree").isEqualTo(degree);
      BitSet reached = (BitSet) near.clone();
      near.stream().forEach(next -> reached.or(neighbours(fabric, next)));
      assertThat(reached.cardinality()).as("in two hops").isEqualTo(fabric.switchCount());
    }
  }

  @Test
  void shouldRefuseWhatIsNoOddPrime() {
    assertThatThrownBy(() -> SlimFly.of(9, 1)).hasMessage("Q is 9, and must be an odd prime");
    assertThatThrownBy(() -> SlimFly.of(2, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
