package io.dateline.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dateline.fabric.Guid;
import io.dateline.it.kit.JournaledTerms;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What nodes write to their logs and tell at their pages, all their lives long, has no secret. */
@Timeout(300)
class SecretsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int NODES = 2;
  private static final List<String> PAGES =
      List.of(
          "status",
          "metrics",
          "fabric",
          "routing",
          "history",
          "alive",
          "ready",
          "cluster",
          "cluster/members",
          "path?from=1&to=2",
          "orders/1");

  @TempDir private Path folder;

  private final StringBuilder told = new StringBuilder();

  /** A subnet comes up, changes, loses its master, and gets the lost node back. */
  @Test
  void shouldBeToldInNoLogAndAtNoPage() throws Exception {
    Secrets secrets = new Secrets();
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster = SmCluster.startPatient(folder, subnet, NODES)) {
      Map<String, String> journal = cluster.settingsOf(0);
      secrets.add("journal password", journal.get("dateline.persistence.h2.password"));
      change(subnet, cluster);
      readPages(cluster);
      int first = cluster.master().orElseThrow();
      cluster.succeed(PATIENCE);
      cluster.startNode(first);
      change(subnet, cluster);
      readPages(cluster);

      secrets.addKeys(subnet.mKeys(), JournaledTerms.read(journal));
      secrets.addCredentials(journal, folder.resolve("own"));
      for (int node = 0; node < NODES; node++) {
        secrets.addFiles(folder.resolve("node-" + node).resolve("state"));
      }
      assertIsToldOnRequest(cluster.node(cluster.master().orElseThrow()), subnet, secrets);
    }
    readLogs();
    assertThat(told).contains("Heavy sweep", "\"switches\"", "cluster");
    assertThat(secrets.in(told.toString())).isEmpty();
  }

  private static void change(SimulatedSubnet subnet, SmCluster cluster) {
    int cable = subnet.fabric().port(0, 1);
    subnet.unlink(cable);
    await("another way").atMost(PATIENCE).until(() -> subnet.unservedPairs() == 0);
    subnet.relink(cable);
    await("the cable").atMost(PATIENCE).until(() -> subnet.portsNotActive() == 0);
    cluster.awaitQuiet(PATIENCE);
  }

  private void readPages(SmCluster cluster) {
    for (int node = 0; node < NODES; node++) {
      SmNodeProcess one = cluster.node(node);
      for (String page : PAGES) {
        told.append(one.text(page).orElse(""));
      }
      String last =
          one.get("history?last=1").orElseThrow().path("events").path(0).path("number").asText();
      told.append(one.text("history/state?at=" + last).orElseThrow());
      told.append(one.text("history/tables?at=" + last).orElseThrow());
    }
  }

  /** So that what is looked for is what could be found. */
  private void assertIsToldOnRequest(
      SmNodeProcess master, SimulatedSubnet subnet, Secrets secrets) {
    long guid = subnet.mKeys().keySet().iterator().next();
    Running.Ended asked =
        Running.run(
            folder.resolve("asked"),
            PATIENCE,
            Map.of(),
            List.of(
                Machine.root().resolve("dateline").toString(),
                "key",
                Guid.format(guid),
                "--url",
                master.url(),
                "--token-file",
                master.tokens().toString()));
    assertThat(secrets.in(asked.output())).as(asked.output()).hasSize(1);
  }

  private void readLogs() throws IOException {
    int logs = 0;
    for (int node = 0; node < NODES; node++) {
      try (Stream<Path> files = Files.list(folder.resolve("node-" + node))) {
        for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
          told.append(Files.readString(log, StandardCharsets.ISO_8859_1));
          logs++;
        }
      }
    }
    assertThat(logs).as("one of each process").isGreaterThanOrEqualTo(NODES + 1);
  }
}
