package io.dateline.sm.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

class NodeLogTest {
  @TempDir private Path folder;

  private final LoggerContext context = new LoggerContext();
  private final Logger own = context.getLogger("io.dateline.sm.node.SmNode");
  private final Logger heartbeats = context.getLogger("akka.cluster.ClusterHeartbeat");

  NodeLogTest() {
    context.setMDCAdapter(new LogbackMDCAdapter());
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  private Path begin(Map<String, String> settings) {
    Path file = folder.resolve("node.log");
    Config config =
        ConfigFactory.parseMap(settings)
            .withFallback(ConfigFactory.parseMap(Map.of("dateline.log.file", file.toString())))
            .withFallback(ConfigFactory.load());
    NodeLog.begin(config, context);
    return file;
  }

  /** All that was written: the writer works beside. */
  private List<String> lines(Path file) throws IOException {
    context.stop();
    return Files.readAllLines(file);
  }

  @Test
  void shouldWriteDateTimeZoneAndLevel() throws IOException {
    Path file = begin(Map.of());
    own.info("Term {} begins", 2);
    own.debug("a detail");
    heartbeats.warn("Scheduled sending of heartbeat was delayed");

    assertThat(lines(file))
        .singleElement()
        .asString()
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d)"
                + " INFO  \\S*SmNode Term 2 begins");
  }

  @Test
  void shouldWriteFromTheLevelOnThatIsSet() throws IOException {
    Path file = begin(Map.of("dateline.log.level", "debug", "dateline.log.heartbeats", "on"));
    own.debug("a detail");
    heartbeats.warn("late");
    assertThat(lines(file)).hasSize(2);
  }

  private static final String NO_SEED =
      "Cluster Node [a] - Couldn't join seed nodes after [2] attempts, will try again";

  private static final String NO_HANDSHAKE =
      "Outbound message stream to [b] failed. Restarting it."
          + " akka.remote.artery.OutboundHandshake$HandshakeTimeoutException: not within 20000 ms";

  private static final String NO_TLS =
      "Outbound message stream to [b] failed. Restarting it. javax.net.ssl.SSLHandshakeException";

  private void warnAsAkka() {
    context.getLogger("akka.cluster.Cluster").warn(NO_SEED);
    context.getLogger("akka.remote.artery.Association").warn(NO_HANDSHAKE);
    context.getLogger("akka.remote.artery.Association").warn(NO_TLS);
  }

  @Test
  void shouldNotTellOfEachTryToReachANodeThatDoesNotRunYet() throws IOException {
    Path file = begin(Map.of());
    warnAsAkka();
    assertThat(lines(file)).singleElement().asString().endsWith(NO_TLS);
  }

  @Test
  void shouldTellOfEachTryWhereItIsAskedTo() throws IOException {
    Path file = begin(Map.of("dateline.log.heartbeats", "on"));
    warnAsAkka();
    assertThat(lines(file)).hasSize(3);
  }

  @Test
  void shouldWriteAnObjectALine() throws IOException {
    Path file = begin(Map.of("dateline.log.format", "json"));
    own.warn("Port {} babbles\nand \"how\"", "0x1");

    List<String> lines = lines(file);
    assertThat(lines).hasSize(1);
    JsonNode line = new ObjectMapper().readTree(lines.getFirst());
    assertThat(line.path("level").asText()).isEqualTo("WARN");
    assertThat(line.path("formattedMessage").asText()).isEqualTo("Port 0x1 babbles\nand \"how\"");
    assertThat(line.path("timestamp").asLong()).isPositive();
  }

  @Test
  void shouldGoOnInANewFileWhenTheOldOneWasMoved() throws IOException {
    Path file = begin(Map.of());
    own.info("before");
    Path moved = folder.resolve("node.log.1");
    Files.move(file, moved);
    assertThat(NodeLog.reopen()).contains(file);
    own.info("after");

    List<String> lines = lines(file);
    assertThat(lines.getLast()).endsWith("after");
    assertThat(lines.size() + Files.readAllLines(moved).size()).isEqualTo(2);
  }

  @Test
  void shouldRefuseWhatIsNoLevelNoFormatAndNoFile() {
    assertThatThrownBy(() -> begin(Map.of("dateline.log.level", "loud")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("dateline.log.level")
        .hasMessageContaining("takes one of error, warn, info, debug, trace, not 'loud'");
    assertThatThrownBy(() -> begin(Map.of("dateline.log.format", "xml")))
        .hasMessageContaining("takes one of text, json, not 'xml'");
    assertThatThrownBy(() -> begin(Map.of("dateline.log.file", folder.toString())))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("dateline.log.file")
        .hasMessageContaining("cannot be written to");
  }

  @Test
  void shouldKnowTheBuild() {
    assertThat(BuildId.OWN.version()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(BuildId.OWN.commit()).matches("unknown|[0-9a-f]{8,}\\+?");
  }
}
