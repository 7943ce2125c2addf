package io.dateline.routing.lash;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.TopologySpec;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BalanceTest {
  /** OpenSM ends when layers differ by less than 6. */
  @ParameterizedTest
  @ValueSource(strings = {"torus:6x5:1", "torus:5x5x5:1", "kautz:3,3,1", "jellyfish:64,8,1,1"})
  void shouldGiveLayersTheSameNumberOfPairs(String spec) {
    Fabric fabric = TopologySpec.parse(spec).generate();
    Steps steps = new Steps(new SwitchGraph(fabric));
    Trees trees = TreeRule.unique(steps, fabric).grow(1);
    Packing packing = Packing.of(steps, trees, PairOrder.longestFirst(steps, trees), 8);
    int[] adapters = new int[steps.switches];
    Arrays.fill(adapters, 1);
    int layers = packing.layerCount();
    Balance.of(steps, packing, adapters);
    int[] sizes = packing.sizes();
    assertThat(layers).isGreaterThan(1);
    assertThat(Arrays.stream(sizes).sum()).isEqualTo(packing.pairs.length);
    assertThat(Arrays.stream(sizes).max().orElseThrow() - Arrays.stream(sizes).min().orElseThrow())
        .isLessThan(6);
  }
}
