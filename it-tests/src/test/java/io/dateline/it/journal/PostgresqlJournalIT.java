package io.dateline.it.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.Postgresql;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.node.NodeUnfitException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node whose journal is in a PostgreSQL server. */
@Timeout(180)
class PostgresqlJournalIT {
  @TempDir private Path folder;

  private Postgresql database;
  private Simulator simulator;

  @BeforeEach
  void start() throws IOException {
    database = Postgresql.start(folder);
    simulator = new Simulator(new SimulatedFabric(TopologySpec.parse("torus:3x3").generate()));
  }

  @AfterEach
  void stop() {
    if (simulator != null) {
      simulator.close();
    }
    if (database != null) {
      database.close();
    }
  }

  private EmbeddedNode node() throws IOException {
    return node(database.settings());
  }

  private EmbeddedNode node(Map<String, String> settings) throws IOException {
    int port = simulator.call(fabric -> fabric.fabric().endPorts()[10]);
    return EmbeddedNode.start(folder, simulator.attach(port), settings);
  }

  private Map<Long, Integer> lids() {
    return simulator.call(
        simulated ->
            IntStream.of(simulated.fabric().endPorts())
                .boxed()
                .collect(
                    Collectors.toMap(port -> simulated.fabric().portGuid(port), simulated::lid)));
  }

  @Test
  void shouldGoOnWhereTheNodeBeforeEnded() throws Exception {
    JsonNode before;
    try (EmbeddedNode first = node()) {
      before = first.awaitQuiet();
    }
    Map<Long, Integer> lids = lids();
    assertThat(lids).doesNotContainValue(0);
    database.stop();
    database.start();

    try (EmbeddedNode second = node()) {
      JsonNode after = second.awaitQuiet();
      assertThat(after.path("term").asLong()).isEqualTo(before.path("term").asLong() + 1);
      assertThat(after.path("warnings")).isEmpty();
      assertThat(after.path("madsSent").has("Set(LinearForwardingTable)")).isFalse();
      assertThat(after.path("portsNotActive").asInt()).isZero();
      assertThat(lids()).isEqualTo(lids);
      assertHistory(second, lids);
    }
  }

  /** What the node before did is told by the one after it. */
  private static void assertHistory(EmbeddedNode node, Map<Long, Integer> lids) {
    JsonNode events = node.get("history").path("events");
    assertThat(events.path(0).path("what").asText()).startsWith("term 1 began");
    assertThat(events.findValues("term")).last().extracting(JsonNode::asInt).isEqualTo(2);
    String time = events.path(events.size() - 1).path("time").asText();
    JsonNode newest = node.get("history?since=" + time).path("events");
    assertThat(newest).contains(events.path(events.size() - 1));
    assertThat(node.get("history/state?at=" + time).path("lids")).hasSize(lids.size());
    assertThat(node.get("history/state?at=1").path("lids")).isEmpty();
  }

  /** As docs/OPERATIONS.md says: the owner of the tables need not be who writes to them. */
  @Test
  void shouldNeedNoMoreRightsThanAreDocumented() throws Exception {
    try (EmbeddedNode owner = node()) {
      owner.awaitQuiet();
    }
    database.execute(
        "CREATE ROLE dateline_node LOGIN PASSWORD 'few rights'",
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
        "GRANT SELECT, INSERT ON event_journal, event_tag TO dateline_node",
        "GRANT USAGE ON SEQUENCE event_journal_ordering_seq TO dateline_node",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON snapshot, dateline_lease TO dateline_node");

    try (EmbeddedNode node = node(database.settings("dateline_node", "few rights"))) {
      JsonNode after = node.awaitQuiet();
      assertThat(after.path("term").asLong()).isEqualTo(2);
      assertThat(after.path("warnings")).isEmpty();
    }
  }

  /** Who has gone back to an older version is told what that one cannot read. */
  @Test
  void shouldNameARecordOfTheFuture() throws Exception {
    try (EmbeddedNode newer = node()) {
      newer.awaitQuiet();
    }
    database.execute(
        "INSERT INTO event_journal (persistence_id, sequence_number, writer, write_timestamp,"
            + " adapter_manifest, event_ser_id, event_ser_manifest, event_payload)"
            + " SELECT persistence_id, MAX(sequence_number) + 1, '', 0, '', MAX(event_ser_id),"
            + " 'SubnetMoved:1', '' FROM event_journal WHERE persistence_id LIKE 'subnet|%'"
            + " GROUP BY persistence_id");

    try (EmbeddedNode older = node()) {
      assertThatThrownBy(older.running()::awaitTermination)
          .isInstanceOf(NodeUnfitException.class)
          .hasMessageMatching("event \\d+ of subnet\\|.*cannot read record \"SubnetMoved:1\".*");
    }
  }

  @Test
  void shouldGoOnWhenAKilledServerIsBack() throws Exception {
    try (EmbeddedNode node = node()) {
      JsonNode before = node.awaitQuiet();
      Map<Long, Integer> lids = lids();

      database.kill();
      String id = simulator.call(fabric -> "\"" + fabric.fabric().description(1) + "\"[1]");
      simulator.command("Unlink " + id);
      node.awaitStatus(status -> status.path("role").asText().contains("journal"));
      assertThat(node.askForPath()).as("a path, by what was known").isNotNull();

      database.start();
      node.awaitStatus(
          status ->
              status.path("role").asText().equals("master")
                  && status.path("subnetUp").asBoolean()
                  && status.path("links").asInt() == before.path("links").asInt() - 1);
      JsonNode after = node.awaitQuiet();
      assertThat(after.path("term").asLong()).isGreaterThan(before.path("term").asLong());
      assertThat(after.path("portsNotActive").asInt()).isZero();
      assertThat(lids()).isEqualTo(lids);
    }
  }
}
