package io.dateline.it.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadTransport;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.config.NodeSettings;
import io.dateline.sm.node.NodeDiedException;
import io.dateline.sm.node.NodeUnfitException;
import io.dateline.sm.node.SmNode;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * An SM node in this process, over a port that the test can pour packets into, with a journal in
 * memory that the test can look into and break.
 */
public record EmbeddedNode(SmNode running, NoisyPort port, String journalUrl, int httpPort)
    implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long MAD_PATIENCE_MS = 20_000;

  /** The node is there, or its test has failed: only a busy machine keeps an answer back. */
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(30);

  /**
   * Starts a node.
   *
   * @param folder for its state directory, which is named after the port
   * @param settings over the defaults
   */
  public static EmbeddedNode start(Path folder, MadTransport transport, Map<String, ?> settings)
      throws IOException {
    int httpPort = FreePorts.tcp();
    String url = "jdbc:h2:mem:node" + httpPort + ";DB_CLOSE_DELAY=-1";
    Config config =
        NodeConfig.load(
            ConfigFactory.parseMap(settings)
                .withFallback(
                    ConfigFactory.parseMap(
                        Map.of(
                            "dateline.state-dir",
                            folder.resolve("state-" + httpPort).toString(),
                            "dateline.persistence.h2.url",
                            url,
                            "dateline.http.port",
                            httpPort,
                            "dateline.subnet.sweep_interval",
                            "2s"))));
    NoisyPort port = new NoisyPort(transport);
    return new EmbeddedNode(
        SmNode.start(config, NodeSettings.of(config), port), port, url, httpPort);
  }

  public JsonNode status() {
    return get("status");
  }

  public JsonNode get(String path) {
    return SmNodeProcess.get("127.0.0.1", httpPort, path, ANSWER_PATIENCE).orElseThrow();
  }

  public int endPorts() {
    return status().path("endPorts").asInt();
  }

  public JsonNode awaitStatus(Predicate<JsonNode> wanted) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> SmNodeProcess.get(httpPort, "status"),
            status -> status.filter(wanted).isPresent())
        .orElseThrow();
  }

  public JsonNode awaitQuiet() {
    return awaitStatus(
        status ->
            status.path("subnetUp").asBoolean() && status.path("phase").asText().equals("IDLE"));
  }

  /** For an await: the subnet is up, no sweep is under way, and this engine routed. */
  public JsonNode assertRouted(String engine) {
    JsonNode status = status();
    assertThat(status.path("subnetUp").asBoolean()).as(status.toString()).isTrue();
    assertThat(status.path("phase").asText()).isEqualTo("IDLE");
    assertThat(status.path("engine").asText()).isEqualTo(engine);
    return status;
  }

  /** Events in the journal, of all. */
  public long journaledEvents() throws SQLException {
    return journaledEvents("");
  }

  /** Events of those whose persistence ids begin like this. */
  public long journaledEvents(String beginning) throws SQLException {
    try (Connection connection = DriverManager.getConnection(journalUrl, "dateline", "");
        PreparedStatement count =
            connection.prepareStatement(
                "select count(*) from \"event_journal\""
                    + " where left(\"persistence_id\", length(?1)) = ?1")) {
      count.setString(1, beginning);
      try (ResultSet result = count.executeQuery()) {
        result.next();
        return result.getLong(1);
      }
    }
  }

  /** Settings of a node that comes after this one and goes on with its journal. */
  public Map<String, String> sameJournal() {
    return Map.of("dateline.persistence.h2.url", journalUrl);
  }

  public Mad askWhoIsMaster() throws InterruptedException {
    Mad question = Mad.wrap(new byte[Mad.BYTES]).u8(0, 1).u8(1, Mad.CLASS_SUBN_LID).u8(2, 1);
    question.method(Mad.GET).u16(16, AttributeId.SM_INFO).transactionId(0x5151_5151_0000_0001L);
    return port.ask(new MadPacket(question, 0, 1, 0, 0), MAD_PATIENCE_MS);
  }

  /** From LID 1 to LID 2, as LID 1 asks. */
  public Mad askForPath() throws InterruptedException {
    return askForPath(1, 2);
  }

  /** From one LID to another, as the first one asks. */
  public Mad askForPath(int from, int to) throws InterruptedException {
    return port.ask(pathQuestion(from, to, 0x5151_5151_0000_0002L), MAD_PATIENCE_MS);
  }

  public static MadPacket pathQuestion(int from, int to, long transactionId) {
    Mad question = Mad.wrap(new byte[Mad.BYTES]).u8(0, 1).u8(1, Mad.CLASS_SUBN_ADM).u8(2, 2);
    question.method(Mad.GET).u16(16, AttributeId.PATH_RECORD).transactionId(transactionId);
    question.u64(48, 1L << 4 | 1L << 5); // component mask: DLID and SLID
    question.u16(Mad.SA_DATA + 40, to).u16(Mad.SA_DATA + 42, from);
    return new MadPacket(question, 1, from, 1, 0);
  }

  /** Does something to the journal's database. */
  public void executeInJournal(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(journalUrl, "dateline", "");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    stop();
  }

  /** Ends the node in order; a second time does nothing. */
  public void stop() {
    running.system().terminate();
    try {
      running.awaitTermination();
    } catch (NodeUnfitException | NodeDiedException e) {
      // It had ended by itself.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
