package io.dateline.it.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.it.kit.PathQuestions;
import io.dateline.it.kit.RemoteCommand;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.sa.PathRecord;
import io.dateline.persistence.journal.H2Server;
import io.dateline.sim.observe.PathClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * torus-2QoS outlives its masters: SLs, datelines and places stand when a seed switch is dead, when
 * the master is, when all nodes were, and when the configuration lists its seeds in another order.
 */
@Timeout(300)
class TorusFrameIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int[] RADICES = {5, 6};
  private static final String SEED_SWITCH = "sw_2_2_0";
  private static final String OTHER_SEED_SWITCH = "sw_1_4_0";
  private static final List<String> TABLES =
      List.of("LinearForwardingTable", "SLtoVLMappingTable", "VLArbitrationTable");

  @TempDir Path folder;

  @Test
  void shouldKeepTheFrameThroughFaultsAndMasters() throws Exception {
    Path conf = folder.resolve("torus-2QoS.conf");
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:5x6");
        H2Server journal = SmCluster.serveJournal(folder)) {
      TorusSeeds.write(conf, subnet, SEED_SWITCH, OTHER_SEED_SWITCH);
      try (SmCluster cluster = SmCluster.start(folder, subnet, 2, settings(journal, conf))) {
        JsonNode up = cluster.node(0).awaitSubnetUp(PATIENCE);
        assertThat(up.path("engine").asText()).isEqualTo("torus-2QoS");
        assertThat(up.path("acyclic").asBoolean()).isTrue();
        for (String table : TABLES) {
          assertThat(sets(cluster.node(0), table)).as(table).isPositive();
        }
        long maps = sets(cluster.node(0), "SLtoVLMappingTable");
        // Nodes are written down a little after a sweep, and the replica reads a little after that.
        await("places")
            .atMost(PATIENCE)
            .untilAsserted(() -> assertPlacesByName(frame(cluster.node(0))));
        JsonNode frame = frame(cluster.node(0));
        assertSlsOfFrame(subnet, cluster, frame);

        int[] lids = subnet.lids().values().stream().mapToInt(Integer::intValue).toArray();
        try (PathClient application =
            new PathClient(subnet.simulator(), PathClient.lastAdapterPort(subnet.fabric()), lids)) {
          await("all pairs").atMost(PATIENCE).until(() -> application.pairs() == 60 * 60);
          subnet.console("down " + SEED_SWITCH);
          awaitSwitches(cluster, 29);
          killMaster(cluster);
          await("the same places")
              .atMost(PATIENCE)
              .until(
                  () ->
                      frame(cluster.node(cluster.master().getAsInt()))
                          .path("digest")
                          .equals(frame.path("digest")));
          await("the new master's word on most pairs")
              .atMost(PATIENCE)
              .until(() -> application.reign().pairs() >= 58 * 58);
          assertThat(application.differences()).isEmpty();

          awaitSwitches(cluster, 29); // lanes are not believed of a sweep that did not end
          cluster.awaitQuiet(PATIENCE);
          cluster.kill(cluster.master().getAsInt());
          TorusSeeds.writeWithoutDatelines(conf, subnet, OTHER_SEED_SWITCH, SEED_SWITCH);
          cluster.launchAll(PATIENCE);
          assertNothingSent(cluster);

          subnet.console("up " + SEED_SWITCH);
          awaitSwitches(cluster, 30);
          await("all pairs of a new master, again")
              .atMost(PATIENCE)
              .until(() -> application.reign().pairs() >= 58 * 58);
          assertThat(application.differences()).isEmpty();
          assertThat(sets(cluster.node(cluster.master().getAsInt()), "SLtoVLMappingTable"))
              .as("of %d, those of the switch that is back and beside it", maps)
              .isBetween(1L, maps / 5);
        }
        await("the same frame")
            .atMost(PATIENCE)
            .until(() -> frame(cluster.node(cluster.master().getAsInt())).equals(frame));
        resetFrame(cluster, frame);
      }
    }
  }

  private static Map<String, String> settings(H2Server journal, Path conf) {
    Map<String, String> settings = new HashMap<>(TorusSeeds.settings(conf));
    settings.putAll(journal.settings());
    return SmCluster.patient(settings);
  }

  private static JsonNode frame(SmNodeProcess node) {
    return node.get("routing").orElseThrow().path("torus");
  }

  private static void assertPlacesByName(JsonNode frame) {
    assertThat(frame.path("switches")).hasSize(30);
    for (JsonNode placed : frame.path("switches")) {
      assertThat(placed.path("description").asText())
          .isEqualTo(
              "sw_%d_%d_0"
                  .formatted(
                      placed.path("place").path(0).asInt(), placed.path("place").path(1).asInt()));
    }
  }

  /** From one adapter to all others: bit d where the shorter way crosses the dateline of d. */
  private static void assertSlsOfFrame(SimulatedSubnet subnet, SmCluster cluster, JsonNode frame)
      throws InterruptedException {
    Fabric fabric = subnet.fabric();
    Map<String, int[]> places = new HashMap<>();
    frame
        .path("switches")
        .forEach(
            placed ->
                places.put(
                    placed.path("description").asText(),
                    new int[] {
                      placed.path("place").path(0).asInt(), placed.path("place").path(1).asInt()
                    }));
    int asking = fabric.nodeCount() - 1;
    try (PathQuestions questions = new PathQuestions(subnet.simulator(), fabric.port(asking, 1))) {
      Map<Integer, PathRecord> answers =
          questions.askAll(cluster.lid(cluster.master().getAsInt()), subnet.lids().values());
      assertThat(answers).hasSize(60);
      for (int port : fabric.endPorts()) {
        int lid = subnet.simulator().call(simulated -> simulated.lid(port));
        assertThat(answers.get(lid).sl())
            .as("to " + fabric.description(fabric.nodeOf(port)))
            .isEqualTo(sl(places.get(switchOf(fabric, asking)), places.get(at(fabric, port))));
      }
    }
  }

  private static String at(Fabric fabric, int endPort) {
    return switchOf(fabric, fabric.nodeOf(endPort));
  }

  private static String switchOf(Fabric fabric, int node) {
    return fabric.description(
        fabric.isSwitch(node) ? node : fabric.nodeOf(fabric.peer(fabric.port(node, 1))));
  }

  private static int sl(int[] from, int[] to) {
    int sl = 0;
    for (int d = 0; d < RADICES.length; d++) {
      sl |= 2 * Math.abs(from[d] - to[d]) > RADICES[d] ? 1 << d : 0;
    }
    return sl;
  }

  private static void awaitSwitches(SmCluster cluster, int count) {
    cluster
        .node(cluster.master().getAsInt())
        .awaitStatus(
            count + " switches",
            PATIENCE,
            status ->
                status.path("switches").asInt() == count
                    && status.path("subnetUp").asBoolean()
                    && status.path("phase").asText().equals("IDLE"));
  }

  private static void killMaster(SmCluster cluster) {
    int master = cluster.master().getAsInt();
    int next = 1 - master;
    cluster.succeed(PATIENCE);
    assertThat(cluster.master()).hasValue(next);
    assertNothingSent(cluster);
  }

  /** What the last master told switches stands. */
  private static void assertNothingSent(SmCluster cluster) {
    SmNodeProcess master = cluster.node(cluster.master().getAsInt());
    master.awaitSubnetUp(PATIENCE);
    master.assertResumed();
    for (String table : TABLES) {
      assertThat(sets(master, table)).as(table).isZero();
    }
  }

  private static long sets(SmNodeProcess node, String table) {
    return node.get("status").orElseThrow().path("madsSent").path("Set(" + table + ")").asLong();
  }

  /** On purpose only, by the master only: then the first seed's word counts. */
  private void resetFrame(SmCluster cluster, JsonNode before) throws Exception {
    int master = cluster.master().getAsInt();
    int other = 1 - master;
    cluster.node(other).awaitStatus("runs", PATIENCE, status -> status.has("replica"));
    assertThat(reset(cluster.node(other))).contains("only the master resets the torus frame");
    assertThat(frame(cluster.node(master))).isEqualTo(before);

    assertThat(reset(cluster.node(master))).contains("is forgotten");
    JsonNode history = cluster.node(master).get("history").orElseThrow();
    assertThat(history.toString())
        .contains("torus, layers and tree forgotten", "the operator: a test");
    await("laid out anew, from the first seed of the file as it is now")
        .atMost(PATIENCE)
        .until(() -> isAtOrigin(frame(cluster.node(master)), OTHER_SEED_SWITCH));
    assertThat(cluster.node(master).get("history").orElseThrow().toString().split("torus laid out"))
        .as("twice")
        .hasSize(3);
  }

  private static boolean isAtOrigin(JsonNode frame, String description) {
    return StreamSupport.stream(frame.path("switches").spliterator(), false)
        .anyMatch(
            placed ->
                placed.path("description").asText().equals(description)
                    && placed.path("place").toString().startsWith("[0,0"));
  }

  private static String reset(SmNodeProcess node) {
    return RemoteCommand.order(node, "routing", "--reset-frame", "a test").output();
  }
}
