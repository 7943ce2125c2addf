package io.dateline.it.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.persistence.codec.KryoEventSerializer;
import io.dateline.persistence.codec.UnreadableRecordException;
import io.dateline.persistence.journal.H2Server;
import io.dateline.sm.node.NodeUnfitException;
import java.io.NotSerializableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that must not take part, and end so that nobody starts them again. */
@Timeout(480)
class UnfitNodeIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int BAD_INPUT = 2;

  @TempDir Path folder;

  private SmCluster cluster(SimulatedSubnet subnet, H2Server journal, int nodes) throws Exception {
    return SmCluster.start(folder, subnet, nodes, SmCluster.patient(journal.settings()));
  }

  /** It runs in this process, which may keep its port: no other node can have its place then. */
  @Test
  void shouldEndAnOlderNodeAndLeaveTheOthersAlone() throws Exception {
    try (H2Server journal = SmCluster.serveJournal(folder);
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster = cluster(subnet, journal, 3)) {
      int master = cluster.master().getAsInt();
      int older = (master + 1) % 3;
      cluster.kill(older);
      endAnOlderNode(subnet, cluster, master, older);
    }
  }

  /** One after the other comes to a cluster of three, in the place of the same node. */
  @Test
  void shouldEndAndLeaveTheOthersAlone() throws Exception {
    try (H2Server journal = SmCluster.serveJournal(folder);
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster = cluster(subnet, journal, 3)) {
      int master = cluster.master().getAsInt();
      int unfit = (master + 1) % 3;
      cluster.kill(unfit);
      refuseWhoTakesItForAnotherSubnet(cluster, unfit);
      warnOfLess(cluster, master, unfit);
      cluster.node(unfit).awaitStatus("follows", PATIENCE, UnfitNodeIT::follows);
      endAllThatDoNotKnowARecord(journal, cluster);
    }
  }

  private static boolean follows(JsonNode status) {
    return status.path("replica").path("state").asText().equals("following");
  }

  private static String events(Statement statement) throws SQLException {
    StringBuilder events = new StringBuilder();
    try (ResultSet row =
        statement.executeQuery(
            "SELECT \"sequence_number\", \"event_ser_manifest\" FROM \"event_journal\""
                + " WHERE \"persistence_id\" LIKE 'subnet|%' ORDER BY \"sequence_number\"")) {
      while (row.next()) {
        events.append(row.getLong(1)).append(' ').append(row.getString(2)).append('\n');
      }
    }
    return events.toString();
  }

  /** None of them knows it, so one after the other goes. */
  private static void endAllThatDoNotKnowARecord(H2Server journal, SmCluster cluster)
      throws Exception {
    try (Connection connection =
            DriverManager.getConnection(journal.url(), "dateline", journal.password());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO \"event_journal\" (\"persistence_id\", \"sequence_number\", \"deleted\","
              + " \"writer\", \"write_timestamp\", \"adapter_manifest\", \"event_ser_id\","
              + " \"event_ser_manifest\", \"event_payload\")"
              + " SELECT \"persistence_id\", MAX(\"sequence_number\") + 1, FALSE, '', 0, '',"
              + " MAX(\"event_ser_id\"), 'SubnetMoved:1', X'00' FROM \"event_journal\""
              + " WHERE \"persistence_id\" LIKE 'subnet|%' GROUP BY \"persistence_id\"");
      String before = events(statement);

      long beganNs = System.nanoTime();
      for (int node = 0; node < 3; node++) {
        assertThat(cluster.node(node).process().waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(cluster.node(node).process().exitValue()).isEqualTo(BAD_INPUT);
        assertThat(cluster.node(node).log())
            .containsPattern("event \\d+ of subnet\\|fe80.* \"SubnetMoved:1\"");
      }
      System.out.printf("all ended in %d ms%n", (System.nanoTime() - beganNs) / 1_000_000);
      assertThat(events(statement)).isEqualTo(before);

      cluster.launch(0); // alone, and it is as sure as before
      assertThat(cluster.node(0).process().waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(cluster.node(0).process().exitValue()).isEqualTo(BAD_INPUT);
      assertThat(events(statement)).isEqualTo(before);
    }
  }

  /** Knows all but one of the events that there are. */
  public static final class OlderSerializer
      extends akka.serialization.SerializerWithStringManifest {
    private final KryoEventSerializer present = new KryoEventSerializer();

    @Override
    public int identifier() {
      return present.identifier();
    }

    @Override
    public String manifest(Object event) {
      return present.manifest(event);
    }

    @Override
    public byte[] toBinary(Object event) {
      return present.toBinary(event);
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
      if (manifest.startsWith("RoutingActivated:")) {
        throw new NotSerializableException("an older version knows no " + manifest);
      }
      try {
        return present.fromBinary(bytes, manifest);
      } catch (UnreadableRecordException e) {
        throw new AssertionError(e);
      }
    }
  }

  private void endAnOlderNode(SimulatedSubnet subnet, SmCluster cluster, int master, int older)
      throws Exception {
    int other = 3 - master - older;
    long term = cluster.node(master).get("status").orElseThrow().path("term").asLong();
    Map<String, Object> settings = new HashMap<>(cluster.settingsOf(older));
    settings.put("akka.actor.serializers.dateline-journaled", OlderSerializer.class.getName());
    try (EmbeddedNode node =
        EmbeddedNode.start(folder, subnet.simulator().attach(cluster.port(older)), settings)) {
      assertThatThrownBy(node.running()::awaitTermination)
          .isInstanceOf(NodeUnfitException.class)
          .hasMessageContaining("an older version knows no RoutingActivated");
    }
    assertThat(cluster.isRunning(other)).isTrue();
    assertThat(cluster.node(master).awaitSubnetUp(PATIENCE).path("term").asLong()).isEqualTo(term);
  }

  private static void refuseWhoTakesItForAnotherSubnet(SmCluster cluster, int stranger)
      throws Exception {
    cluster.launch(stranger, "-Ddateline.subnet.subnet_prefix=0xfec0000000000007");
    assertThat(cluster.node(stranger).process().waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(cluster.node(stranger).process().exitValue())
        .as(() -> cluster.node(stranger).log())
        .isEqualTo(BAD_INPUT);
    assertThat(cluster.node(stranger).log())
        .contains(
            "dateline.subnet.subnet_prefix is 0xfec0000000000007 here and 0xfe80000000000000"
                + " there");
  }

  private void warnOfLess(SmCluster cluster, int master, int stranger) throws Exception {
    Path policy = folder.resolve("qos-policy.conf");
    Files.writeString(policy, "qos-ulps\n default : 0\nend-qos-ulps\n");
    cluster.launch(
        stranger,
        "-Ddateline.subnet.lmc=1",
        "-Ddateline.subnet.sa_key=0x1234567",
        "-Ddateline.subnet.qos=TRUE",
        "-Ddateline.subnet.qos_policy_file=" + policy,
        "-Ddateline.subnet.subnet_prefix=18338657682652659712"); // the same, in decimal
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(cluster.node(stranger).log())
                  .contains("dateline.subnet.sa_key differs")
                  .contains("dateline.subnet.lmc is 1 here and 0 there")
                  .contains("what qos_policy_file says differs");
              assertThat(cluster.node(master).log())
                  .contains("A node with another setting would join");
            });
    assertThat(cluster.node(stranger).log())
        .doesNotContain("0x1234567", "19088743", "subnet_prefix");
  }

  /** As when an older copy is put back: neither goes on, nor begins a second term of a number. */
  @Test
  void shouldEndAllNodesThatHaveReadMoreThanTheJournalHolds() throws Exception {
    try (H2Server journal = SmCluster.serveJournal(folder);
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster = cluster(subnet, journal, 2);
        Connection connection =
            DriverManager.getConnection(journal.url(), "dateline", journal.password());
        Statement statement = connection.createStatement()) {
      for (int node = 0; node < 2; node++) {
        Path mark = folder.resolve("node-" + node + "/state/dateline.mark");
        Awaitility.await(mark.toString()).atMost(PATIENCE).until(() -> Files.exists(mark));
      }
      statement.execute("DELETE FROM \"snapshot\"");
      statement.execute(
          "DELETE FROM \"event_journal\" WHERE \"ordering\" > (SELECT MIN(\"ordering\") FROM"
              + " \"event_journal\" WHERE \"persistence_id\" LIKE 'subnet|%')");
      for (int node = 0; node < 2; node++) {
        assertEndedFor(cluster.node(node), "this node has read event");
      }
      cluster.launch(0);
      assertEndedFor(cluster.node(0), "this node has read event");
      assertThat(events(statement).lines().filter(line -> line.contains("TermStarted"))).hasSize(1);
    }
  }

  private static void assertEndedFor(SmNodeProcess node, String reason) throws Exception {
    assertThat(node.process().waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(node.process().exitValue()).as(node.log()).isEqualTo(BAD_INPUT);
    assertThat(node.log()).contains(reason).contains("accept-lost-events");
  }
}
