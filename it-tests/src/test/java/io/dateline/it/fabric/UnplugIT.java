package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmNodeProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a node makes of cables and switches that go and come back. The simulated hardware is asked
 * whether every remaining pair is served; the node is only asked when it has finished.
 */
@Timeout(120)
class UnplugIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;

  private SimulatedSubnet subnet;
  private SmNodeProcess node;
  private Map<Long, Integer> lids;

  @BeforeEach
  void bringUp() throws IOException {
    subnet = SimulatedSubnet.start("torus:4x4");
    // No light sweep helps: only traps tell.
    node =
        SmNodeProcess.start(
            folder, subnet.address(), "-Ddateline.subnet.sweep_interval=10 minutes");
    node.awaitSubnetUp(PATIENCE);
    lids = subnet.lids();
    assertThat(subnet.unservedPairs()).isZero();
  }

  @AfterEach
  void stop() {
    if (node != null) {
      node.close();
    }
    if (subnet != null) {
      subnet.close();
    }
  }

  /** Does something to the fabric and waits until the node has made the best of it. */
  private JsonNode change(String command) {
    long sweepsBefore = node.get("status").orElseThrow().path("sweeps").asLong();
    long generationBefore = node.get("status").orElseThrow().path("generation").asLong();
    long beganMs = System.currentTimeMillis();
    subnet.console(command);
    await(command)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> subnet.unservedPairs() == 0 && subnet.portsNotActive() == 0);
    long servedMs = System.currentTimeMillis() - beganMs;
    JsonNode status =
        node.awaitStatus(
            "a sweep after " + command,
            PATIENCE,
            now ->
                now.path("sweeps").asLong() > sweepsBefore
                    && now.path("phase").asText().equals("IDLE"));
    long sweepMs = node.sweepBeginMs(generationBefore + 1) - beganMs;
    System.out.printf(
        "%s: sweep began after %d ms, all pairs served after %d ms%n", command, sweepMs, servedMs);
    assertThat(sweepMs).as("from the command to the sweep, ms").isLessThan(1000);
    assertThat(lids).containsAllEntriesOf(subnet.lids());
    return status;
  }

  @Test
  void shouldRouteAroundACableAndBack() {
    int from = subnet.node("sw_0_1_0");
    int cable = subnet.fabric().port(from, 1);
    int peer = subnet.fabric().nodeOf(subnet.fabric().peer(cable));
    int peerLid = lids.get(subnet.fabric().portGuid(subnet.fabric().port(peer, 0)));

    change("unlink sw_0_1_0[1]");
    assertThat(routeOf(from, peerLid)).isNotEqualTo(1);
    change("relink sw_0_1_0[1]");
    assertThat(routeOf(from, peerLid)).isEqualTo(1);
    assertThat(subnet.lids()).isEqualTo(lids);
  }

  private int routeOf(int switchNode, int lid) {
    return subnet.simulator().call(simulated -> simulated.route(switchNode, lid));
  }

  @Test
  void shouldProgramASwitchAnewThatWasSwitchedOff() {
    JsonNode without = change("down sw_1_1_0");
    assertThat(without.path("switches").asInt()).isEqualTo(15);
    change("up sw_1_1_0");
    assertThat(
            node.awaitStatus("all", PATIENCE, now -> now.path("switches").asInt() == 16)
                .path("portsNotActive")
                .asInt())
        .isZero();
    assertThat(subnet.lids()).isEqualTo(lids);
    assertThat(subnet.unservedPairs()).isZero();
  }

  @Test
  void shouldNoticeASwitchThatRestartsBetweenTwoTraps() {
    change("unlink sw_2_2_0");
    subnet.console("down sw_2_2_0");
    subnet.console("up sw_2_2_0");
    change("relink sw_2_2_0");
    assertThat(subnet.lids()).isEqualTo(lids);
  }

  @Test
  void shouldBringTheSubnetUpOverLinksThatLoseOneMadInTwenty() {
    subnet.console("drop 0.05 7");
    change("unlink sw_2_1_0");
    change("relink sw_2_1_0");
    JsonNode status = node.awaitSubnetUp(PATIENCE);
    subnet.console("drop 0");

    System.out.println("sweeps with losses: " + status.path("sweeps").asLong());
    assertThat(status.path("sweeps").asLong()).isLessThan(25);
    assertThat(subnet.lids()).isEqualTo(lids);
  }
}
