package io.dateline.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.generate.TopologySpec;
import org.junit.jupiter.api.Test;

class LidsIdTest {
  private final Fabric fabric = TopologySpec.parse("torus:3x3:1").generate();
  private final int[] ports = fabric.endPorts();

  private long idOf(int firstLid, int secondLid) {
    return LidsId.of(
        new LidMap.Builder(fabric)
            .assign(ports[0], firstLid, 0)
            .assign(ports[1], secondLid, 0)
            .build());
  }

  @Test
  void shouldNameTheSameMapTheSame() {
    assertThat(idOf(1, 2)).isEqualTo(idOf(1, 2));
  }

  @Test
  void shouldTellWhoHasALid() {
    assertThat(idOf(1, 2)).isNotEqualTo(idOf(2, 1)).isNotEqualTo(idOf(1, 3));
    assertThat(LidsId.of(new LidMap.Builder(fabric).build())).isNotEqualTo(idOf(1, 2));
  }
}
