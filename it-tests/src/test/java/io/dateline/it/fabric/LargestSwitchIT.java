package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.Hardware;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two switches of 254 ports, as many as there can be: port 255 in a table means no way. */
class LargestSwitchIT {
  private static final int PORTS = 254;
  private static final int UPLINK = 128;

  @TempDir private Path folder;

  /** Hosts at every port of both switches but one, which is the cable between them. */
  private static Fabric fabric() {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft a = builder.node(NodeType.SWITCH, 0xA0000, PORTS).description("A");
    Fabric.NodeDraft b = builder.node(NodeType.SWITCH, 0xB0000, PORTS).description("B");
    builder.link(a, UPLINK, b, PORTS, LinkWidth.X4, LinkSpeed.EDR);
    for (int number = 1; number <= PORTS; number++) {
      host(builder, a, number, UPLINK);
      host(builder, b, number, PORTS);
    }
    return builder.build();
  }

  private static void host(Fabric.Builder builder, Fabric.NodeDraft at, int number, int uplink) {
    if (number != uplink) {
      Fabric.NodeDraft host =
          builder.node(NodeType.CA, at.guid() + 0x1000 + 0x10L * number, 1).description("host");
      builder.link(at, number, host, 1, LinkWidth.X4, LinkSpeed.EDR);
    }
  }

  @Test
  void shouldServeWhatIsBehindEveryPort() throws Exception {
    Fabric fabric = fabric();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric));
        EmbeddedNode node =
            EmbeddedNode.start(
                folder, simulator.attach(fabric.port(fabric.switchCount(), 1)), Map.of())) {
      JsonNode status = node.awaitQuiet();
      assertThat(status.path("warnings")).isEmpty();
      assertThat(status.path("links").asInt()).isEqualTo(2 * PORTS - 1);
      assertThat(status.path("endPorts").asInt()).isEqualTo(2 * PORTS);
      Hardware.assertUp(simulator);
      LidMap lids = simulator.call(Hardware::lids);
      int last = fabric.peer(fabric.port(0, PORTS));
      int lastLid = lids.baseLid(last);
      int out = simulator.call(simulated -> simulated.route(0, lastLid));
      assertThat(out).isEqualTo(PORTS);

      simulator.call(simulated -> simulated.unlink(last));
      node.awaitStatus(now -> now.path("endPorts").asInt() == 2 * PORTS - 1);
      simulator.call(simulated -> simulated.relink(last));
      node.awaitStatus(now -> now.path("endPorts").asInt() == 2 * PORTS);
      node.awaitQuiet();
      Hardware.assertUp(simulator);
    }
  }
}
