package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.mad.transport.MadTransport;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.SimulationOptions;
import io.dateline.sim.Simulator;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Subnets of which a part is beyond what switches can do: the rest works, and it is told. */
@Timeout(120)
class SubnetLimitsIT {
  private static final int LINEAR_FDB_CAP = 64;

  @TempDir private Path folder;

  /** shared/cases/24: from a host at its one end, 63 of a chain of 66 switches are in reach. */
  @Test
  void shouldTellThatThereIsMoreThan63HopsAway() throws Exception {
    Fabric fabric = TopologySpec.parse("mesh:1x1x66").generate();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric));
        EmbeddedNode node = start(simulator, fabric)) {
      JsonNode status = node.awaitQuiet();
      assertThat(status.path("subnetUp").asBoolean()).as(status.toString()).isTrue();
      assertThat(status.path("switches").asInt()).isEqualTo(63);
      assertThat(status.path("warnings").toString())
          .contains("is not managed: it is more than 63 hops away");
    }
  }

  /** shared/cases/23: 72 end ports, and a switch looks up LIDs below 64. */
  @Test
  void shouldServeAsManyPortsAsSwitchesHaveEntriesFor() throws Exception {
    Fabric fabric = TopologySpec.parse("torus:6x6").generate();
    SimulationOptions small = SimulationOptions.DEFAULT.withLinearFdbCap(LINEAR_FDB_CAP);
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric, small));
        EmbeddedNode node = start(simulator, fabric)) {
      JsonNode status =
          node.awaitStatus(
              at ->
                  at.path("phase").asText().equals("IDLE")
                      && at.path("warnings").toString().contains("is left for port"));
      assertThat(status.path("warnings").toString()).contains("no LID up to 63 is left for port ");
      int[] lids =
          simulator.call(
              simulated -> Arrays.stream(fabric.endPorts()).map(simulated::lid).toArray());
      assertThat(Arrays.stream(lids).filter(lid -> lid != Lid.NONE).distinct().count())
          .isEqualTo(LINEAR_FDB_CAP - 1);
      assertThat(Arrays.stream(lids).max()).hasValue(LINEAR_FDB_CAP - 1);
    }
  }

  private EmbeddedNode start(Simulator simulator, Fabric fabric) throws Exception {
    MadTransport own = simulator.attach(fabric.port(fabric.switchCount(), 1));
    return EmbeddedNode.start(folder, own, Map.of());
  }
}
