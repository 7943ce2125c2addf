package io.dateline.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.PathQuestions;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.mad.attribute.PortState;
import io.dateline.sim.SimulatedFabric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A ring of a torus breaks in two pieces, which torus-2QoS refuses, and is mended. */
@Timeout(240)
class TorusRefusalIT {
  private static final String SEED = "sw_2_2_0";
  private static final String NEXT_TO_SEED = "sw_3_2_0";
  private static final String FAR_FROM_SEED = "sw_4_3_0";
  private static final String RING = "torus-2QoS: the x ring at y=0 z=0 is in 2 pieces: ";
  private static final String MAP = "\"0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,14\"";

  @TempDir private Path folder;

  private SimulatedSubnet subnet;
  private Fabric fabric;
  private Path conf;
  private int port; // of the node

  @BeforeEach
  void start() throws Exception {
    subnet = SimulatedSubnet.start("torus:5x6");
    fabric = subnet.fabric();
    conf = folder.resolve("torus-2QoS.conf");
    TorusSeeds.write(conf, subnet, SEED);
    int[] endPorts = fabric.endPorts();
    port = endPorts[endPorts.length - 1];
  }

  @AfterEach
  void stop() {
    subnet.close();
  }

  private EmbeddedNode node(Map<String, String> more) throws Exception {
    Map<String, String> settings = new HashMap<>(TorusSeeds.settings(conf));
    settings.putAll(more);
    return EmbeddedNode.start(folder, subnet.simulator().attach(port), settings);
  }

  /** The ports of two cables of the x ring at y=0. */
  private List<Integer> ring() {
    return List.of(portTo("sw_0_0_0", "sw_1_0_0"), portTo("sw_2_0_0", "sw_3_0_0"));
  }

  private int portTo(String from, String to) {
    int node = subnet.node(from);
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int peer = fabric.peer(fabric.port(node, number));
      if (peer != Fabric.NONE && fabric.nodeOf(peer) == subnet.node(to)) {
        return fabric.port(node, number);
      }
    }
    throw new IllegalArgumentException("no cable from " + from + " to " + to);
  }

  private void breakRing() {
    ring().forEach(subnet::unlink);
  }

  private void mendRing() {
    ring().forEach(subnet::relink);
  }

  /** A sweep may meet the ring half mended, and end well; another one follows. */
  private void awaitMendedRing(EmbeddedNode node) {
    Awaitility.await("the ring's ports are Active")
        .atMost(Duration.ofMinutes(1))
        .until(() -> subnet.simulator().call(this::isRingActive));
    awaitRouting(node, "torus-2QoS", 30);
  }

  private boolean isRingActive(SimulatedFabric simulated) {
    return ring().stream()
        .flatMap(port -> Stream.of(port, fabric.peer(port)))
        .allMatch(port -> simulated.portState(port) == PortState.ACTIVE);
  }

  private static JsonNode awaitRefusal(EmbeddedNode node) {
    return node.awaitStatus(status -> status.path("errors").toString().contains(RING));
  }

  private static JsonNode awaitRouting(EmbeddedNode node, String engine, int switches) {
    return node.awaitStatus(
        status ->
            status.path("subnetUp").asBoolean()
                && status.path("errors").isEmpty()
                && status.path("phase").asText().equals("IDLE")
                && status.path("switches").asInt() == switches
                && status.path("engine").asText().equals(engine));
  }

  private TorusTruth truth() throws Exception {
    int asking = fabric.endPorts()[fabric.endPorts().length - 2];
    try (PathQuestions questions = new PathQuestions(subnet.simulator(), asking)) {
      return TorusTruth.of(
          subnet, questions, subnet.simulator().call(simulated -> simulated.lid(port)));
    }
  }

  /** What all switches forward by. */
  private List<Integer> tables() {
    return subnet.simulator().call(TorusRefusalIT::tables);
  }

  private static List<Integer> tables(SimulatedFabric simulated) {
    List<Integer> rows = new ArrayList<>();
    for (int node = 0; node < simulated.fabric().switchCount(); node++) {
      for (int endPort : simulated.fabric().endPorts()) {
        rows.add(simulated.route(node, simulated.lid(endPort)));
      }
    }
    return rows;
  }

  private void assertAsBefore(TorusTruth before) throws Exception {
    TorusTruth after = truth();
    assertThat(after.lids()).isEqualTo(before.lids());
    assertThat(after.levels()).isEqualTo(before.levels());
    assertThat(after.lanes()).isEqualTo(before.lanes());
  }

  @Test
  void shouldLeaveWhatWasRoutedWhereThereIsToBeNoFallback() throws Exception {
    Path options = folder.resolve("opensm.conf");
    Files.writeString(options, "qos_swe_sl2vl " + MAP.replace("\"", "") + "\n");
    try (EmbeddedNode node = node(Map.of("dateline.subnet.opensm_conf", options.toString()))) {
      assertThat(awaitRouting(node, "torus-2QoS", 30).path("warnings").toString())
          .contains(
              "torus-2QoS makes the SL2VL maps of qos_swe ports itself; qos_swe_sl2vl is ignored");
      TorusTruth before = truth();
      assertThat(before.levels()).hasSize(60 * 60);
      List<Integer> tables = tables();

      breakRing();
      JsonNode refused = awaitRefusal(node);
      assertThat(refused.path("subnetUp").asBoolean()).isFalse();
      assertThat(refused.path("errors").toString())
          .contains("every routing engine refused: " + RING)
          .contains("\\\"sw_1_0_0\\\" at (1,0,0) to ", "\\\"sw_3_0_0\\\" at (3,0,0) to ");
      assertThat(tables()).isEqualTo(tables);
      assertThat(truth().levels()).as("what is answered").isEqualTo(before.levels());

      mendRing();
      awaitMendedRing(node);
      assertAsBefore(before);
      assertThat(subnet.unservedPairs()).isZero();
    }
  }

  @Test
  void shouldSayWhatFallingBackMeansForWhoHasAnSl() throws Exception {
    try (EmbeddedNode node = node(Map.of("dateline.subnet.routing_engine.1", "updn"))) {
      assertThat(awaitRouting(node, "torus-2QoS", 30).path("fallbackFrom").size()).isZero();
      TorusTruth before = truth();

      breakRing();
      JsonNode fallen = awaitRouting(node, "minhop", 30);
      assertThat(fallen.path("fallbackFrom").toString()).isEqualTo("[\"torus-2QoS\",\"updn\"]");
      assertThat(fallen.path("fallbackReason").asText()).startsWith(RING);
      assertThat(fallen.path("warnings").toString())
          .contains(
              "torus-2QoS has laid out this subnet before: applications that hold path SLs of it"
                  + " have to ask for their paths anew, else messages may deadlock with the"
                  + " tables of minhop");

      mendRing();
      awaitMendedRing(node);
      assertAsBefore(before);
    }
  }

  /**
   * The torus has never been routed when its only seed dies: what its cables told before that is in
   * the journal.
   */
  @Test
  void shouldKnowWhereSwitchesAreFromASweepThatWasRefused() throws Exception {
    breakRing();
    Map<String, String> journal;
    try (EmbeddedNode node = node(Map.of())) {
      awaitRefusal(node);
      journal = node.sameJournal();
      assertThat(node.get("history").toString()).contains("torus laid out");
    }
    subnet.console("down " + SEED);
    subnet.console("down " + TorusSeeds.next(subnet, SEED, 1));
    mendRing();
    try (EmbeddedNode node = node(journal)) {
      awaitRouting(node, "torus-2QoS", 28);
      assertThat(subnet.unservedPairs()).isZero();
      Awaitility.await("the replica's word")
          .atMost(Duration.ofMinutes(1))
          .until(() -> node.get("routing").at("/torus/switches").size() == 30);
      assertThat(truth().levels().values()).contains(0, 1, 2, 3);
    }
  }

  /** What a node believes of such a file would be in its journal, and outlive the file. */
  @Test
  void shouldBelieveNoSeedOfSwitchesThatNoCableJoins() throws Exception {
    String right = Files.readString(conf);
    Files.writeString(conf, right.replace(guid(NEXT_TO_SEED), guid(FAR_FROM_SEED)));
    Map<String, String> journal;
    try (EmbeddedNode node = node(Map.of())) {
      JsonNode refused =
          node.awaitStatus(status -> status.path("errors").toString().contains("no cable from"));
      assertThat(refused.path("subnetUp").asBoolean()).isFalse();
      assertThat(refused.path("errors").toString())
          .contains("there is no cable from ")
          .contains(guid(SEED), guid(FAR_FROM_SEED));
      assertThat(node.get("history").toString()).doesNotContain("torus laid out");
      journal = node.sameJournal();
    }
    Files.writeString(conf, right);
    try (EmbeddedNode node = node(journal)) {
      awaitRouting(node, "torus-2QoS", 30);
      assertThat(subnet.unservedPairs()).isZero();
      assertThat(node.get("history").toString()).contains("torus laid out");
    }
  }

  private String guid(String description) {
    return Guid.format(fabric.nodeGuid(subnet.node(description)));
  }
}
