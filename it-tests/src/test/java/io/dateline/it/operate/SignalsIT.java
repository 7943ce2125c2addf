package io.dateline.it.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.persistence.journal.H2Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Signals that scripts for OpenSM send, and an operator's orders for the same. */
@Timeout(300)
class SignalsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int FAILED = 1;

  @TempDir private Path folder;

  private Path opensm;
  private SmCluster cluster;

  @Test
  void shouldObeySignalsAndOrders() throws Exception {
    opensm = Files.writeString(folder.resolve("opensm.conf"), "routing_engine minhop\n");
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        H2Server journal = SmCluster.serveJournal(folder);
        SmCluster started = SmCluster.start(folder, subnet, 2, settings(journal))) {
      cluster = started;
      cluster.awaitQuiet(PATIENCE);
      cluster.signal(0, "USR1");
      awaitLog("SIGUSR1: the log goes to standard error");
      shouldReadAgainAtSigHup();
      shouldLeaveAllInForceWhereSomethingIsWrong();
      shouldNameWhatNeedsARestart();
      shouldSweep();
      shouldDump();
      cluster.succeed(PATIENCE);
      shouldReassignLids(subnet);
    }
  }

  private Map<String, String> settings(H2Server journal) {
    Map<String, String> settings = new HashMap<>(journal.settings());
    settings.put("dateline.subnet.opensm_conf", opensm.toString());
    return SmCluster.patient(settings);
  }

  private void awaitLog(String line) {
    await(line)
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(cluster.node(0).log()).contains(line));
  }

  private Running.Ended dateline(int node, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Machine.root().resolve("dateline").toString());
    command.addAll(List.of(arguments));
    SmNodeProcess asked = cluster.node(node);
    command.addAll(List.of("--url", asked.url(), "--token-file", asked.tokens().toString()));
    return Running.run(
        Files.createTempDirectory(folder, "run").resolve("out"), PATIENCE, Map.of(), command);
  }

  /** An order as a script gives it: its answer. */
  private String post(int node, String path) throws Exception {
    return cluster.node(node).order(path, "{}").body();
  }

  private JsonNode settingsOf(int node) {
    return cluster.node(node).get("status").orElseThrow().path("settings");
  }

  private void awaitEngine(String engine) {
    cluster
        .node(0)
        .awaitStatus(
            engine,
            PATIENCE,
            status ->
                status.path("engine").asText().equals(engine)
                    && status.path("phase").asText().equals("IDLE"));
  }

  /** One node has, and the other has not yet: it tells. */
  private void shouldReadAgainAtSigHup() throws Exception {
    Files.writeString(opensm, "routing_engine dor\n");
    cluster.signal(0, "HUP");
    awaitLog("SIGHUP: the settings were read again, changed: routing_engine");
    awaitLog(" begins: SIGHUP");
    awaitEngine("dor");
    await("the standby tells that the master has others")
        .atMost(PATIENCE)
        .until(() -> settingsOf(1).path("differs").asText().contains("by dor, this node"));
    assertThat(cluster.node(1).log()).contains("the last routing was planned with other engines");
    assertThat(post(1, "reload"))
        .contains("\"changed\":[\"routing_engine\"]", "\"sweepOrdered\":false");
    assertThat(settingsOf(1).has("differs")).isFalse();
  }

  private void shouldLeaveAllInForceWhereSomethingIsWrong() throws IOException {
    Files.writeString(opensm, "routing_engine minhop\nroot_guid_file /no/such\n");
    Running.Ended refused = dateline(0, "reload");
    assertThat(refused.exitCode()).isEqualTo(FAILED);
    assertThat(refused.output())
        .contains("the settings of before stay in force: ", "there is no file /no/such");
    cluster.signal(0, "HUP");
    awaitLog("SIGHUP: the settings of before stay in force: ");
    cluster.awaitQuiet(PATIENCE);
    assertThat(cluster.node(0).get("status").orElseThrow().path("engine").asText())
        .isEqualTo("dor");
    assertThat(settingsOf(0).path("trouble").asText()).contains("there is no file /no/such");
  }

  private void shouldNameWhatNeedsARestart() throws Exception {
    Files.writeString(opensm, "routing_engine minhop\nlmc 1\n");
    assertThat(post(0, "reload"))
        .contains("\"changed\":[\"routing_engine\"]", "\"sweepOrdered\":true")
        .contains("\"needRestart\":[\"lmc\"]");
    awaitEngine("minhop");
    assertThat(settingsOf(0).has("trouble")).isFalse();
    Files.writeString(opensm, "routing_engine minhop\n");
    assertThat(post(0, "reload")).contains("\"needRestart\":[]", "\"changed\":[]");
    assertThat(post(1, "reload")).contains("\"changed\":[\"routing_engine\"]");
  }

  private void shouldSweep() throws Exception {
    Running.Ended swept = dateline(0, "sweep");
    assertThat(swept.output())
        .containsPattern("sweep \\d+ ended in \\d+ ms: subnet up, routed by minhop, 0 blocks sent");
    assertThat(swept.exitCode()).isZero();
    assertThat(post(1, "sweep"))
        .contains("this node does not manage the subnet: the subnet manager is at 127.0.0.1:");
  }

  private void shouldDump() throws Exception {
    Running.Ended dumped = dateline(0, "dump");
    assertThat(dumped.exitCode()).isZero();
    List<String> files = dumped.output().lines().toList();
    assertThat(files).anyMatch(file -> file.endsWith("/dumps/opensm-lfts.dump"));
    for (String file : files) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(file))))
          .isEqualTo("rw-------");
    }
    assertThat(post(1, "dump")).contains("this node does not manage the subnet");
  }

  /** The port of the second node has another LID than it would be given first. */
  private void shouldReassignLids(SimulatedSubnet subnet) throws Exception {
    int before = cluster.lid(1);
    assertThat(before).isNotEqualTo(1);
    assertThat(post(1, "sweep")).contains("\"lidsChanged\":0");
    assertThat(cluster.lid(1)).isEqualTo(before);
    Running.Ended swept = dateline(1, "sweep", "--reassign-lids", "a test");
    assertThat(swept.output()).doesNotContain(" 0 end ports with another LID");
    assertThat(swept.exitCode()).isZero();
    assertThat(cluster.lid(1)).isEqualTo(1);
    assertThat(subnet.lids().values()).doesNotHaveDuplicates();
    assertThat(cluster.node(1).get("history?last=20").orElseThrow().toString())
        .contains("the operator has LIDs reassigned: a test");
  }
}
