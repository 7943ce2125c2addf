package io.dateline.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LayerMemory;
import io.dateline.routing.Net;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RepathingTest {
  @Test
  void shouldWarnOfSlsThatAnEngineKnowsNothingOf() {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    LidMap lids = Net.lids(fabric, 0);
    EngineMemory layers =
        EngineMemory.NONE.with(LayerMemory.of(fabric, lids, new byte[lids.maxLid() + 1][]));
    EngineMemory both =
        layers.with(
            Optional.of(
                TorusFrame.empty(new TorusShape(List.of(3, 3, 1), List.of(true, true, true)))));

    assertThat(Repathing.warnings("minhop", EngineMemory.NONE)).isEmpty();
    assertThat(Repathing.warnings("minhop", both)).hasSize(2);
    assertThat(Repathing.warnings("torus-2QoS", both)).hasSize(1);
    assertThat(Repathing.warnings("torus-2QoS", both).getFirst())
        .startsWith("an engine with layers routed this subnet before");
    for (String engine : List.of("dfsssp", "lash", "nue")) {
      assertThat(Repathing.warnings(engine, layers)).isEmpty();
      assertThat(Repathing.warnings(engine, both).getFirst())
          .startsWith("torus-2QoS has laid out this subnet before")
          .endsWith("with the tables of " + engine);
    }
  }

  @Test
  void shouldWarnOfSlsOfAChainWhoseStepsAreInForce() {
    ChainMemory.Step torus = new ChainMemory.Step("torus-2QoS", true, EngineMemory.NONE);
    ChainMemory.Step tree = new ChainMemory.Step("ftree", true, EngineMemory.NONE);
    EngineMemory both = EngineMemory.NONE.with(ChainMemory.EMPTY.with(1, tree).with(2, torus));

    assertThat(Repathing.warnings("chain", both)).isEmpty();
    assertThat(Repathing.warnings("minhop", both))
        .singleElement()
        .asString()
        .startsWith("a chain with SLs routed this subnet before");
    EngineMemory without = both.with(both.chain().withoutForce());
    assertThat(Repathing.warnings("minhop", without)).isEmpty();
    assertThat(Predecessors.areRespected("chain", "minhop")).isFalse();
    assertThat(Predecessors.areRespected("chain", "chain")).isTrue();
  }

  @Test
  void shouldWarnWhereLevelsBeginToCount() {
    assertThat(Repathing.warning("torus-2QoS", Optional.of("minhop")).orElseThrow())
        .startsWith("minhop routed this subnet before")
        .endsWith("with the tables of torus-2QoS");
    assertThat(Repathing.warning("nue", Optional.of("sssp"))).isPresent();
    for (String before : List.of("torus-2QoS", "dfsssp")) {
      assertThat(Repathing.warning("torus-2QoS", Optional.of(before))).isEmpty();
    }
    assertThat(Repathing.warning("minhop", Optional.of("updn"))).isEmpty();
    assertThat(Repathing.warning("torus-2QoS", Optional.empty())).isEmpty();
  }
}
