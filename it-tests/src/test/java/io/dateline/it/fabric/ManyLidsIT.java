package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.Hardware;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subnet in which every end port has 128 LIDs, as many as there can be. */
class ManyLidsIT {
  private static final int LMC = 7;

  @TempDir private Path folder;

  @Test
  void shouldServeEveryOneOf128LidsOfEveryPort() throws Exception {
    Fabric fabric = TopologySpec.parse("torus:4x4").generate();
    int own = fabric.port(fabric.switchCount(), 1);
    int other = fabric.port(fabric.nodeCount() - 1, 1);
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric));
        EmbeddedNode node =
            EmbeddedNode.start(folder, simulator.attach(own), Map.of("dateline.subnet.lmc", LMC))) {
      JsonNode status = node.awaitQuiet();
      assertThat(status.path("warnings")).isEmpty();
      assertThat(status.path("portsNotActive").asInt()).isZero();

      LidMap lids = simulator.call(Hardware::lids); // aligned, and nobody's twice
      for (int port : fabric.endPorts()) {
        boolean onSwitch = fabric.isSwitch(fabric.nodeOf(port));
        assertThat(lids.lidCount(port)).isEqualTo(onSwitch ? 1 : 1 << LMC);
      }
      Hardware.assertUp(simulator);
      for (int offset : new int[] {0, 1, 127}) {
        assertThat(node.askForPath(lids.baseLid(own), lids.baseLid(other) + offset).status())
            .as("path to base LID + %d", offset)
            .isZero();
      }
    }
  }
}
