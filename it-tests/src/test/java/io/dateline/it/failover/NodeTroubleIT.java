package io.dateline.it.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.Mad;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong around a node that is itself in order. */
class NodeTroubleIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  private static Simulator simulator() {
    return new Simulator(new SimulatedFabric(TopologySpec.parse("torus:3x3").generate()));
  }

  private static int endPort(Simulator simulator, int index) {
    return simulator.call(fabric -> fabric.fabric().endPorts()[index]);
  }

  @Test
  void aSecondNodeByMistakeStandsByUntilTheFirstIsGone() throws Exception {
    // A successor of another journal does not know the keys: it waits for the ports' lease to end.
    Map<String, ?> impatient =
        Map.of(
            "dateline.subnet.m_key_lease_period", 2,
            "dateline.subnet.sminfo_polling_timeout", "1s",
            "dateline.subnet.polling_retry_number", 1);
    try (Simulator simulator = simulator();
        EmbeddedNode first =
            EmbeddedNode.start(folder, simulator.attach(endPort(simulator, 10)), impatient)) {
      JsonNode before = first.awaitQuiet();
      try (EmbeddedNode second =
          EmbeddedNode.start(folder, simulator.attach(endPort(simulator, 12)), impatient)) {
        second.awaitStatus(SmNodeProcess::standsBy);
        assertThat(second.port().captured()).extracting(Mad::method).containsOnly(Mad.GET);
        assertThat(first.status().path("role").asText()).isEqualTo("master");

        first.stop();
        second.awaitStatus(
            status ->
                status.path("role").asText().equals("master")
                    && status.path("subnetUp").asBoolean()
                    && status.path("portsNotActive").asInt() == 0
                    && status.path("warnings").isEmpty());
        assertThat(second.status().path("endPorts")).isEqualTo(before.path("endPorts"));
        int lid = simulator.call(fabric -> fabric.lid(fabric.fabric().endPorts()[10]));
        assertThat(lid).as("LID of the first node").isEqualTo(before.path("masterLid").asInt());
      }
    }
  }

  @Test
  @SuppressWarnings("try") // the occupant leaves on purpose before its block ends
  void anHttpPortInUseDoesNotKeepTheSubnetDown() throws Exception {
    ServerSocket occupant = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    int httpPort = occupant.getLocalPort();
    try (Simulator simulator = simulator()) {
      try (EmbeddedNode node =
          EmbeddedNode.start(
              folder,
              simulator.attach(endPort(simulator, 10)),
              Map.of("dateline.http.port", httpPort))) {
        // Before it is up nobody may take the question, whose answer is waited for long.
        Awaitility.await()
            .atMost(PATIENCE)
            .until(() -> hasLid(simulator) && node.askWhoIsMaster() != null);
        occupant.close();
        Awaitility.await()
            .atMost(PATIENCE)
            .until(() -> SmNodeProcess.get(httpPort, "status").isPresent());
      }
    } finally {
      occupant.close();
    }
  }

  @Test
  void aClusterPortInUseIsTold() throws Exception {
    try (ServerSocket occupant = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Simulator simulator = simulator()) {
      int port = occupant.getLocalPort();
      assertThatThrownBy(
              () ->
                  EmbeddedNode.start(
                      folder,
                      simulator.attach(endPort(simulator, 10)),
                      Map.of("dateline.cluster.port", port)))
          .hasMessage(
              "127.0.0.1:%d cannot be listened at for other nodes (dateline.cluster.host, .port): %s",
              port, "Address already in use");
    }
  }

  private static boolean hasLid(Simulator simulator) {
    return simulator.call(fabric -> fabric.lid(fabric.fabric().endPorts()[10]) != 0);
  }
}
