package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadTransport;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.SimulationOptions;
import io.dateline.sim.Simulator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Problems that people had with other subnet managers, on their fabrics, in a node. */
@Timeout(120)
class FieldCasesIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Path CASES = Path.of("src/test/resources/io/dateline/it/fabric/cases");
  private static final int LINEAR_FDB_CAP = 30_720;
  private static final int LID_ABOVE = 40_000;

  @TempDir private Path folder;

  private static Fabric fabric(String file) throws IOException {
    return TopologyReader.read(CASES.resolve(file));
  }

  /** The one port of an adapter whose description begins so. */
  private static int port(Fabric fabric, String description) {
    return IntStream.of(fabric.endPorts())
        .filter(port -> fabric.description(fabric.nodeOf(port)).startsWith(description))
        .findFirst()
        .orElseThrow();
  }

  /** shared/cases/33: an older driver knows no code that came with later speeds and widths. */
  @ParameterizedTest
  @CsvSource({
    "old, y2, 40",
    "y2, old, 40",
    "old, y1, 25",
    "y1, old, 25",
    "qdr, y1, 20",
    "y1, qdr, 20",
    "old, new1, 56",
    "new1, new2, 400",
  })
  void shouldOfferNoRateThatAnEndDoesNotKnow(String from, String to, double gbps) throws Exception {
    Fabric fabric = fabric("33-mixed.ib");
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric));
        EmbeddedNode node =
            EmbeddedNode.start(folder, simulator.attach(port(fabric, "new1")), Map.of())) {
      node.awaitQuiet();
      int source = simulator.call(simulated -> simulated.lid(port(fabric, from)));
      int destination = simulator.call(simulated -> simulated.lid(port(fabric, to)));
      Mad answer = node.askForPath(source, destination);
      assertThat(answer.status()).isZero();
      assertThat(LinkRate.gbps(PathRecord.in(answer.bytes(), Mad.SA_DATA).rate())).isEqualTo(gbps);
    }
  }

  /** shared/cases/23: a host brings a LID that no switch can hold, into a subnet that is up. */
  @Test
  void shouldGiveAnotherLidToAHostWhoseOwnIsBeyondTheTables() throws Exception {
    Fabric fabric = fabric("23-hi.ib");
    SimulationOptions small = SimulationOptions.DEFAULT.withLinearFdbCap(LINEAR_FDB_CAP);
    int late = port(fabric, "h7");
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric, small))) {
      setLid(simulator, late);
      simulator.execute(simulated -> simulated.unlink(late));
      try (EmbeddedNode node =
          EmbeddedNode.start(folder, simulator.attach(port(fabric, "h1")), Map.of())) {
        node.awaitQuiet();
        assertThat(node.endPorts()).isEqualTo(7);
        simulator.execute(simulated -> simulated.relink(late));
        await("the host")
            .atMost(PATIENCE)
            .untilAsserted(
                () -> {
                  JsonNode status = node.status();
                  assertThat(status.path("endPorts").asInt()).isEqualTo(8);
                  assertThat(status.path("subnetUp").asBoolean()).isTrue();
                  assertThat(status.path("portsNotActive").asInt()).isZero();
                  int lid = simulator.call(simulated -> simulated.lid(late));
                  assertThat(lid).isBetween(1, LINEAR_FDB_CAP - 1);
                });
      }
    }
  }

  /** As another subnet manager may have left it. */
  private static void setLid(Simulator simulator, int port) {
    PortInfo info = simulator.call(simulated -> simulated.portInfo(port));
    info.portState(0).portPhysicalState(0).linkSpeedEnabled(0).linkWidthEnabled(0);
    info.lid(LID_ABOVE);
    try (MadTransport own = simulator.attach(port)) {
      own.start(answer -> {});
      own.send(
          MadPacket.directed(
              Smp.set(DirectedRoute.LOCAL, AttributeId.PORT_INFO, 0, 0, info.bytes())));
      await("the LID")
          .atMost(PATIENCE)
          .until(() -> simulator.call(simulated -> simulated.lid(port)) == LID_ABOVE);
    }
  }
}
