package io.dateline.it.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Guid;
import io.dateline.it.kit.JournaledTerms;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.it.kit.StandInManager;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.sm.discover.TableReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node that ends, in a good way or a bad one, and one that comes after it. */
@Timeout(240)
class RestartIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int SHUTDOWN_MAX_MS = 5_000; // 1 to 2 s; in a sweep up to 4, see akka.conf

  @TempDir Path folder;

  @Test
  void shouldGoOnWhereAKilledNodeEnded() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:4x4")) {
      try (SmNodeProcess first = SmNodeProcess.start(folder, subnet.address())) {
        first.awaitSubnetUp(PATIENCE);
        awaitLayers(first); // a node that is up has still to look for min-hop's credit loops
      } // close() kills
      Map<Long, Integer> lids = subnet.lids();
      Map<Long, Long> keys = subnet.mKeys();
      assertThat(keys.values()).doesNotContain(0L).doesNotHaveDuplicates();

      try (SmNodeProcess second = SmNodeProcess.start(folder, subnet.address())) {
        JsonNode status = second.awaitSubnetUp(PATIENCE);

        assertThat(status.path("term").asLong()).isEqualTo(2);
        assertThat(status.path("warnings")).isEmpty();
        assertThat(status.path("madsSent").has("Set(LinearForwardingTable)")).isFalse();
        assertThat(subnet.lids()).isEqualTo(lids);
        JournaledTerms.assertOthers(keys, subnet.mKeys());
        assertThat(subnet.unservedPairs()).isZero();
        assertLayersRemembered(second);
        endInSweep(second, subnet);
      }
    }
  }

  /**
   * Other options of lanes, then none, then another engine. Nothing else asks for a sweep here: not
   * every port tells of a subnet manager that has come.
   */
  @Test
  void shouldSetLanesAndRouteAnewWithOtherOptions() throws Exception {
    String[] settings = {
      "-Ddateline.subnet.sweep_on_trap=false", "-Ddateline.subnet.qos=true",
    };
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3")) {
      try (SmNodeProcess first = SmNodeProcess.start(folder, subnet.address(), settings)) {
        first.awaitSubnetUp(PATIENCE);
      }
      String[] others =
          Stream.concat(
                  Stream.of(settings),
                  Stream.of(
                      "-Ddateline.subnet.qos_swe_high_limit=7",
                      "-Ddateline.subnet.qos_swe_vlarb_low=0:8,1:8"))
              .toArray(String[]::new);
      try (SmNodeProcess second = SmNodeProcess.start(folder, subnet.address(), others)) {
        int port = subnet.fabric().port(0, 1);
        await("limit")
            .atMost(PATIENCE)
            .until(() -> subnet.simulator().call(now -> now.portInfo(port).vlHighLimit()) == 7);
        JsonNode sent = second.awaitSubnetUp(PATIENCE).path("madsSent");
        assertThat(sent.has("Set(VLArbitrationTable)")).isTrue();
        assertThat(sent.has("Set(LinearForwardingTable)")).isFalse();
      }
      try (SmNodeProcess third = SmNodeProcess.start(folder, subnet.address(), others)) {
        third.awaitSubnetUp(PATIENCE);
        third.awaitStatus("idle", PATIENCE, now -> now.path("phase").asText().equals("IDLE"));
        assertThat(third.log()).contains("Resumed").doesNotContain("options of engines or lanes");
      }
      String[] engine =
          Stream.concat(Stream.of(others), Stream.of("-Ddateline.subnet.routing_engine.0=dfsssp"))
              .toArray(String[]::new);
      try (SmNodeProcess fourth = SmNodeProcess.start(folder, subnet.address(), engine)) {
        fourth.awaitStatus(
            "routed by dfsssp",
            PATIENCE,
            status -> status.path("engine").asText().equals("dfsssp"));
      }
    }
  }

  /** After a history min-hop's tables are not those that it would compute from nothing. */
  @Test
  void shouldKeepTheTablesThatAHistoryLeft() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:4x4")) {
      try (SmNodeProcess first = SmNodeProcess.start(folder, subnet.address())) {
        first.awaitSubnetUp(PATIENCE);
        for (String command : List.of("unlink sw_0_1_0[1]", "unlink sw_2_2_0[3]")) {
          subnet.console(command);
          await(command).atMost(PATIENCE).until(() -> subnet.unservedPairs() == 0);
        }
        for (String command : List.of("relink sw_2_2_0[3]", "relink sw_0_1_0[1]")) {
          subnet.console(command);
          await(command).atMost(PATIENCE).until(() -> subnet.portsNotActive() == 0);
        }
        first.awaitStatus("idle", PATIENCE, now -> now.path("phase").asText().equals("IDLE"));
      }
      try (SmNodeProcess second = SmNodeProcess.start(folder, subnet.address())) {
        JsonNode status = second.awaitSubnetUp(PATIENCE);

        assertThat(status.path("madsSent").has("Set(LinearForwardingTable)")).isFalse();
        assertThat(subnet.unservedPairs()).isZero();
      }
    }
  }

  /**
   * What the journal says that switches were told is not sent again: so it is looked at. Here what
   * a term reads back is chosen so that it meets one of two switches that were tampered with.
   */
  @Test
  void shouldMendTablesThatWereChangedWhileNobodyWasThere() throws Exception {
    String sample = "-Ddateline.subnet.lft_blocks_read_back=4";
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:4x4")) {
      try (SmNodeProcess first = SmNodeProcess.start(folder, subnet.address(), sample)) {
        first.awaitSubnetUp(PATIENCE);
      }
      int switches = subnet.fabric().switchCount(); // each holds one block
      int met = TableReading.sample(switches, 4, 2)[0];
      int missed =
          IntStream.range(0, switches)
              .filter(node -> !contains(TableReading.sample(switches, 4, 2), node))
              .findFirst()
              .orElseThrow();
      try (Tampering tampering = new Tampering(subnet)) {
        tampering.spoilBlock(met, 0);
        tampering.spoilBlock(missed, 0);
      }
      assertThat(subnet.unservedPairs()).isPositive();
      long written = blocksWritten(subnet);

      try (SmNodeProcess second = SmNodeProcess.start(folder, subnet.address(), sample)) {
        second.awaitStatus(
            "both mended", PATIENCE, status -> status.path("blocksDiffering").asInt() == 2);
        await("tables").atMost(PATIENCE).until(() -> subnet.unservedPairs() == 0);
        JsonNode status = second.awaitSubnetUp(PATIENCE);

        assertThat(blocksWritten(subnet) - written).as("nothing else is sent").isEqualTo(2);
        assertThat(status.path("blocksReadBack").asInt()).isEqualTo(4 + switches);
        assertThat(status.path("reason").asText())
            .contains("of 16 blocks read back are not what switches were told")
            .contains(Guid.format(subnet.fabric().nodeGuid(missed)));
        assertThat(status.path("warnings").toString())
            .contains(Guid.format(subnet.fabric().nodeGuid(missed)))
            .contains("did not hold what it was told");
        second.assertResumed();
        assertThat(second.log()).contains("of 4 blocks read back are not what switches were told");
        assertThat(second.get("history").orElseThrow().toString())
            .contains("of 4 blocks read back are not what switches were told");
      }
    }
  }

  private static boolean contains(int[] values, int value) {
    return IntStream.of(values).anyMatch(one -> one == value);
  }

  private static long blocksWritten(SimulatedSubnet subnet) {
    return subnet.simulator().call(simulated -> simulated.stats().linearBlocksSet());
  }

  /**
   * Another subnet manager is master and could not write to a single port: all hold the key of the
   * one that was killed. That one, when it is back, sees it all the same, before it writes.
   */
  @Test
  void shouldNotGoOnAsMasterBesideAnotherOneThatCameMeanwhile() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:4x4")) {
      String[] settings = {
        "-Ddateline.subnet.sminfo_polling_timeout=200ms", "-Ddateline.subnet.polling_retry_number=1"
      };
      try (SmNodeProcess first = SmNodeProcess.start(folder, subnet.address(), settings)) {
        first.awaitSubnetUp(PATIENCE);
      }
      Map<Long, Integer> lids = subnet.lids();
      Map<Long, Long> keys = subnet.mKeys();

      try (SmNodeProcess second = startBesideAnother(subnet, settings, keys)) {
        JsonNode status = second.awaitSubnetUp(PATIENCE);

        assertThat(status.path("role").asText()).isEqualTo("master");
        assertThat(second.log()).contains("Not resumed: another subnet manager is at port");
        assertThat(subnet.lids()).isEqualTo(lids);
        JournaledTerms.assertOthers(keys, subnet.mKeys());
      }
    }
  }

  /** Starts a node while another one is master, which dies when this one stands by. */
  private SmNodeProcess startBesideAnother(
      SimulatedSubnet subnet, String[] settings, Map<Long, Long> keys) throws IOException {
    int[] endPorts = subnet.fabric().endPorts();
    try (StandInManager other =
        new StandInManager(subnet.simulator(), endPorts[endPorts.length - 1])) {
      other.show(SmInfo.STATE_MASTER, 0);
      SmNodeProcess second = SmNodeProcess.start(folder, subnet.address(), settings);
      try {
        second.awaitStatus("stands by", PATIENCE, SmNodeProcess::standsBy);
        assertThat(subnet.mKeys()).as("nothing was written").isEqualTo(keys);
        return second;
      } catch (RuntimeException | AssertionError e) {
        second.close();
        throw e;
      }
    }
  }

  private static JsonNode awaitLayers(SmNodeProcess node) {
    return node.awaitStatus("layers known", PATIENCE, now -> now.hasNonNull("acyclic"));
  }

  /** Min-hop on a torus has credit loops; they were looked for once, in the term before. */
  private static void assertLayersRemembered(SmNodeProcess node) throws Exception {
    JsonNode status = awaitLayers(node);
    assertThat(status.path("layers").asInt()).isEqualTo(1);
    assertThat(status.path("acyclic").asBoolean()).isFalse();
    List<JsonNode> found = new ArrayList<>();
    node.get("history").orElseThrow().path("events").forEach(found::add);
    found.removeIf(event -> !event.path("event").asText().equals("LayersAssigned"));
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().path("term").asInt()).isEqualTo(1);
    assertThat(found.getFirst().path("what").asText())
        .contains("64 channels", "credit loops are possible: \"sw_");
  }

  /** In a sweep programmers are called, of whom a resumed term may have woken none yet. */
  private static void endInSweep(SmNodeProcess node, SimulatedSubnet subnet)
      throws InterruptedException {
    subnet.console("unlink sw_0_1_0[1]");
    await("sweep")
        .pollInterval(Duration.ofMillis(2))
        .atMost(PATIENCE)
        .until(() -> node.log().contains("begins: trap 128"));
    long beganNs = System.nanoTime();
    node.process().destroy(); // SIGTERM
    assertThat(node.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
    System.out.println("SIGTERM: ended after " + tookMs + " ms");
    assertThat(tookMs).as(node.log()).isLessThan(SHUTDOWN_MAX_MS);
    assertThat(node.log()).doesNotContain("HandOffStopper");
  }

  /** Without its journal a node does not know the fabric's key; the lease lets it in. */
  @Test
  void shouldWaitForTheLeaseOfAFabricWhoseKeyWasLost() throws IOException {
    String lease = "-Ddateline.subnet.m_key_lease_period=3";
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3")) {
      Path before = Files.createDirectory(folder.resolve("before"));
      try (SmNodeProcess first = SmNodeProcess.start(before, subnet.address(), lease)) {
        first.awaitSubnetUp(PATIENCE);
      }
      Map<Long, Integer> lids = subnet.lids();
      Map<Long, Long> keys = subnet.mKeys();

      try (SmNodeProcess second =
          SmNodeProcess.start(
              folder, subnet.address(), lease, "-Ddateline.subnet.sweep_interval=1s")) {
        JsonNode refused =
            second.awaitStatus("told", PATIENCE, status -> status.path("errors").size() > 0);
        assertThat(refused.path("subnetUp").asBoolean()).isFalse();
        assertThat(refused.path("errors").toString()).contains("wrong M_Key");
        second.awaitStatus(
            "let in",
            PATIENCE,
            status ->
                status.path("subnetUp").asBoolean()
                    && status.path("errors").isEmpty()
                    && status.path("warnings").isEmpty()
                    && status.path("phase").asText().equals("IDLE"));

        JournaledTerms.assertOthers(keys, subnet.mKeys());
        assertThat(subnet.lids()).isEqualTo(lids);
        assertThat(subnet.unservedPairs()).isZero();
        assertThat(second.log()).contains("wrong M_Key");
      }
    }
  }
}
