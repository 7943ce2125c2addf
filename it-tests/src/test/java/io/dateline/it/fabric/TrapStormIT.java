package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.PortPhysicalState;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sim.SimulatedPort;
import io.dateline.sm.fair.QuotaSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many traps at once: each is repressed, and the node does not drown in sweeps. */
@Timeout(120)
class TrapStormIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int TRAPS = 1000;

  /** At once, after 250 ms, 500 ms, 1 s, ...; and the node is not told for longer than a minute. */
  private static final int SWEEPS_MAX = 8;

  @TempDir Path folder;

  private final Set<Long> repressed = ConcurrentHashMap.newKeySet(); // transaction ids
  private SimulatedSubnet subnet;
  private SmNodeProcess node;
  private SimulatedPort port; // of a host that is not the manager's
  private int hostPort;

  private void bringUp(boolean babblingPortPolicy) throws IOException {
    subnet = SimulatedSubnet.start("torus:3x3");
    node =
        SmNodeProcess.start(
            folder,
            subnet.address(),
            "-Ddateline.subnet.sweep_interval=10 minutes",
            "-Ddateline.subnet.babbling_port_policy=" + babblingPortPolicy);
    node.awaitSubnetUp(PATIENCE);
    Fabric fabric = subnet.fabric();
    hostPort = fabric.port(fabric.nodeCount() - 1, 1);
    port = subnet.simulator().attach(hostPort);
    port.start(
        packet -> {
          if (packet.mad().method() == Mad.TRAP_REPRESS) {
            repressed.add(packet.mad().transactionId());
          }
        });
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

  private JsonNode status() {
    return node.get("status").orElseThrow();
  }

  /** Sends traps from the host, spread over a second; all of them are repressed. */
  private void storm(int trapNumber) throws InterruptedException {
    sendTraps(trapNumber);
    await("repressed").atMost(PATIENCE).until(() -> repressed.size() == TRAPS);
    node.awaitSubnetUp(PATIENCE);
  }

  private void sendTraps(int trapNumber) throws InterruptedException {
    int masterLid = status().path("masterLid").asInt();
    int lid = subnet.simulator().call(simulated -> simulated.lid(hostPort));
    long beganNs = System.nanoTime();
    for (int i = 1; i <= TRAPS; i++) {
      Mad trap = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0).transactionId(i);
      Notice.in(trap.bytes(), Mad.SMP_DATA)
          .isGeneric(true)
          .type(Notice.TYPE_URGENT)
          .trapNumber(trapNumber)
          .issuerLid(lid);
      port.send(new MadPacket(trap, 0, masterLid, 0, 0));
      long dueNs = beganNs + i * TimeUnit.SECONDS.toNanos(1) / TRAPS;
      TimeUnit.NANOSECONDS.sleep(Math.max(0, dueNs - System.nanoTime()));
    }
  }

  @Test
  void shouldSweepABoundedNumberOfTimesForAThousandLinkStateTraps() throws Exception {
    bringUp(false);
    long before = status().path("sweeps").asLong();
    storm(TrapNumber.LINK_STATE);
    long sweeps = status().path("sweeps").asLong() - before;
    System.out.printf("%d traps 128 in a second: %d heavy sweeps%n", TRAPS, sweeps);

    assertThat(sweeps).isBetween(1L, (long) SWEEPS_MAX);
    JsonNode babbler = status().path("quotas").path("babbling").path(0);
    assertThat(babbler.path("portGuid").asText())
        .isEqualTo(Guid.format(subnet.fabric().portGuid(hostPort)));
    assertThat(babbler.path("ignored").asInt())
        .isBetween(
            TRAPS - QuotaSettings.DEFAULTS.trapsBurst() - 200,
            TRAPS - QuotaSettings.DEFAULTS.trapsBurst());
    assertThat(subnet.unservedPairs()).isZero();
  }

  @Test
  void shouldOnlyLookAroundForErrorsAtALink() throws Exception {
    bringUp(false);
    long sweeps = status().path("sweeps").asLong();
    long answered = answered();
    storm(TrapNumber.LINK_INTEGRITY);
    long gets = answered() - answered;
    System.out.printf("%d traps 129: %d Gets answered%n", TRAPS, gets);
    // A light sweep asks nine switches, and there are two in a second; the machine may be slow.
    assertThat(gets).isBetween(9L, TRAPS / 2L);

    assertThat(status().path("sweeps").asLong()).isEqualTo(sweeps);
  }

  @Test
  void shouldSweepForAManagerThatComesAndRepressTheTrapOfItsPort() throws IOException {
    bringUp(false);
    long sweeps = status().path("sweeps").asLong();
    long traps = traps();
    port.setSubnetManager(true);
    node.awaitStatus(
        "trap 144", PATIENCE, now -> now.path("sweeps").asLong() == sweeps + 1 && traps() > traps);

    assertThat(status().path("reason").asText()).startsWith("trap 144 from LID ");
    // A trap that is not repressed is repeated after a second.
    await().during(Duration.ofMillis(1500)).atMost(PATIENCE).until(() -> traps() == traps + 1);
  }

  @Test
  void shouldDisableThePortOfAHostThatBabblesWhereThePolicySaysSo() throws Exception {
    bringUp(true);
    Fabric fabric = subnet.fabric();
    int switchPort = fabric.peer(hostPort);

    sendTraps(TrapNumber.LINK_INTEGRITY);

    node.awaitStatus(
        "a sweep without the host",
        PATIENCE,
        now -> now.path("reason").asText().endsWith("was disabled, for its host babbled"));
    node.awaitSubnetUp(PATIENCE);
    JsonNode disabled = status().path("quotas").path("disabled").path(0);
    assertThat(disabled.path("portGuid").asText())
        .isEqualTo(Guid.format(fabric.portGuid(hostPort)));
    assertThat(disabled.path("switchPort").asInt()).isEqualTo(fabric.portNumber(switchPort));
    assertThat(repressed).hasSizeLessThan(TRAPS);

    long sweeps = status().path("sweeps").asLong();
    subnet.simulator().attach(fabric.port(fabric.switchCount() + 1, 1)).setSubnetManager(true);
    node.awaitStatus("trap 144", PATIENCE, now -> now.path("sweeps").asLong() > sweeps);
    node.awaitSubnetUp(PATIENCE);

    int state =
        subnet.simulator().call(simulated -> simulated.portInfo(switchPort).portPhysicalState());
    assertThat(state).isEqualTo(PortPhysicalState.DISABLED);
    assertThat(status().path("quotas").path("disabled")).hasSize(1);
    subnet.unlink(hostPort); // and is none of the pairs then
    assertThat(subnet.unservedPairs()).isZero();
  }

  private long answered() {
    return subnet.simulator().call(simulated -> simulated.stats().answered());
  }

  private long traps() {
    return subnet.simulator().call(simulated -> simulated.stats().traps());
  }
}
