package io.dateline.it.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.mad.attribute.PortState;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A torus, which has no roots, and an {@code opensm.conf} whose first engine looks for them. */
@Timeout(120)
class EngineListIT {
  @TempDir private Path folder;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));

  private EmbeddedNode start(String... options) throws IOException {
    Path conf = folder.resolve("opensm.conf");
    Files.writeString(conf, String.join("\n", options) + "\n");
    return EmbeddedNode.start(
        folder,
        simulator.attach(fabric.endPorts()[10]),
        Map.of("dateline.subnet.opensm_conf", conf.toString()));
  }

  /** Ports at cables; those inside of switches always are. */
  private boolean isActive(int port) {
    return fabric.peer(port) != Fabric.NONE
        && simulator.call(simulated -> simulated.portState(port)) == PortState.ACTIVE;
  }

  @Test
  void shouldLeaveTheSubnetAloneWhereThereIsToBeNoFallback() throws IOException {
    try (simulator;
        EmbeddedNode node = start("routing_engine updn,no_fallback", "sa_db_dump TRUE")) {
      node.awaitStatus(status -> !status.path("errors").isEmpty());

      JsonNode status = node.status();
      assertThat(status.path("subnetUp").asBoolean()).isFalse();
      assertThat(status.path("errors").get(0).asText())
          .startsWith("every routing engine refused: updn: no root nodes were found");
      assertThat(status.path("warnings").toString())
          .contains("opensm.conf:2: Dateline does not act on sa_db_dump")
          .contains("engine updn refused: no root nodes were found");
      assertThat(IntStream.range(0, fabric.portCount()).filter(this::isActive)).isEmpty();
      assertThat(simulator.<Integer>call(simulated -> simulated.route(0, 1)))
          .isEqualTo(ForwardingTables.NO_PORT);
    }
  }

  @Test
  void shouldFallBackToMinHopAndSayWhy() throws IOException {
    try (simulator;
        EmbeddedNode node = start("routing_engine updn")) {
      JsonNode status = node.awaitQuiet();

      assertThat(status.path("engine").asText()).isEqualTo("minhop");
      assertThat(status.path("fallbackFrom").toString()).isEqualTo("[\"updn\"]");
      assertThat(status.path("fallbackReason").asText()).startsWith("updn: no root nodes");
      assertThat(node.get("history").toString()).contains("after refusals (updn: no root nodes");
    }
  }

  /** Of nine switches the file knows one. */
  @Test
  void shouldFallBackFromTablesThatDoNotServeEverybody() throws IOException {
    Path lfts = folder.resolve("lfts");
    Files.writeString(lfts, "Unicast lids guid %s\n0x0001 1\n".formatted(guid(0)));
    try (simulator;
        EmbeddedNode node = start("routing_engine file", "lfts_file " + lfts)) {
      JsonNode status = node.awaitQuiet();

      assertThat(status.path("engine").asText()).isEqualTo("minhop");
      assertThat(status.path("fallbackReason").asText())
          .startsWith("file: the judge rejects the routing: ")
          .contains("pairs are not served");
    }
  }

  /** Those that were compared. */
  static List<String> engines(JsonNode routing) {
    return routing
        .path("candidates")
        .valueStream()
        .map(one -> one.path("engine").asText())
        .toList();
  }

  /** On a ring minhop can close a credit loop, and of the others updn leaves cables unused. */
  @Test
  void shouldTakeTheBestOfSeveralAndKeepItThroughFaults() throws Exception {
    String[] options = {
      "routing_engine best:minhop,updn,dfsssp,nue", "qos TRUE", "root_guid_file "
    };
    Path roots = Files.writeString(folder.resolve("roots"), guid(0) + "\n");
    options[2] += roots;
    try (simulator) {
      EmbeddedNode first = start(options);
      String winner;
      String figures;
      int links;
      try (EmbeddedNode node = first) {
        JsonNode up = node.awaitQuiet();
        winner = up.path("engine").asText();
        links = up.path("links").asInt();
        JsonNode routing =
            await("the node has read its own plan")
                .until(() -> node.get("routing"), told -> told.path("comparedAt").asLong() == 1);
        figures = routing.path("candidates").toString();
        assertThat(engines(routing)).containsExactly("minhop", "updn", "dfsssp", "nue");
        assertThat(routing.path("candidates").get(0).path("figures").path("served").asInt())
            .isEqualTo(72);
        assertThat(node.get("history").toString()).contains("after a comparison (minhop: 72 pairs");

        simulator.execute(simulated -> simulated.unlink(fabric.port(0, 1)));
        JsonNode damaged =
            node.awaitStatus(
                status ->
                    status.path("generation").asLong() > 1
                        && status.path("phase").asText().equals("IDLE")
                        && status.path("links").asInt() == links - 1);
        assertThat(damaged.path("engine").asText()).isEqualTo(winner);
        assertThat(damaged.path("errors")).isEmpty();
        assertThat(node.get("routing").path("candidates").toString()).isEqualTo(figures);
      }
      try (EmbeddedNode next =
          EmbeddedNode.start(
              folder, simulator.attach(fabric.endPorts()[10]), withConf(first.sameJournal()))) {
        assertThat(next.awaitQuiet().path("engine").asText()).isEqualTo(winner);
        assertThat(next.get("routing").path("candidates").toString())
            .as("the next master compares nothing")
            .isEqualTo(figures);
        simulator.execute(simulated -> simulated.relink(fabric.port(0, 1)));
        long swept =
            next.awaitStatus(
                    status ->
                        status.path("phase").asText().equals("IDLE")
                            && status.path("links").asInt() == links)
                .path("generation")
                .asLong();
        JsonNode routing =
            await("the node has read the plan of its sweep")
                .until(
                    () -> next.get("routing"), told -> told.path("generation").asLong() >= swept);
        assertThat(routing.path("engine").asText()).isEqualTo(winner);
        assertThat(routing.path("comparedAt").asLong()).as("no other comparison").isEqualTo(1);
        assertThat(routing.path("candidates").toString()).isEqualTo(figures);
      }
    }
  }

  private Map<String, Object> withConf(Map<String, ?> journal) {
    Map<String, Object> settings = new HashMap<>(journal);
    settings.put("dateline.subnet.opensm_conf", folder.resolve("opensm.conf").toString());
    return settings;
  }

  private String guid(int node) {
    return "0x%016x".formatted(fabric.nodeGuid(node));
  }
}
