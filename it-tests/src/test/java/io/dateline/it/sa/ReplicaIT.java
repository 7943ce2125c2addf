package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node's replica says while the node's own manager brings a subnet up. */
class ReplicaIT {
  @TempDir private Path folder;

  private static boolean isUpToDate(JsonNode status) {
    JsonNode replica = status.path("replica");
    return status.path("subnetUp").asBoolean()
        && replica.path("generation").asLong() == status.path("generation").asLong()
        && replica.path("lagEvents").asLong() == 0;
  }

  @Test
  void itHasReadAllThatTheManagerAndTheProgrammersWrote() throws Exception {
    try (Simulator simulator =
        new Simulator(new SimulatedFabric(TopologySpec.parse("torus:3x3").generate()))) {
      int port = simulator.call(fabric -> fabric.fabric().endPorts()[10]);
      try (EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(port), Map.of())) {
        node.awaitQuiet();
        node.awaitStatus(ReplicaIT::isUpToDate);
        JsonNode status = node.status();
        assertThat(status.path("replica").path("state").asText()).isEqualTo("following");
        assertThat(status.path("replica").path("switches").asInt()).isEqualTo(9);
        assertThat(status.path("replica").path("term")).isEqualTo(status.path("term"));
      }
    }
  }
}
