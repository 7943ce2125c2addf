package io.dateline.it.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.persistence.journal.H2Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that know nothing of each other have been given one journal, by mistake. */
@Timeout(180)
class SharedJournalIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;

  private SmNodeProcess start(SimulatedSubnet subnet, H2Server journal, int node) throws Exception {
    Fabric fabric = subnet.fabric();
    return SmNodeProcess.start(
        Files.createDirectory(folder.resolve("node-" + node)),
        subnet.address() + "/" + fabric.description(fabric.switchCount() + node),
        "-Ddateline.persistence.h2.url=" + journal.url(),
        "-Ddateline.persistence.h2.password=" + journal.password(),
        "-Ddateline.subnet.sminfo_polling_timeout=500ms",
        "-Ddateline.subnet.polling_retry_number=1");
  }

  @Test
  void shouldNotTakeTurns() throws Exception {
    try (H2Server journal = SmCluster.serveJournal(folder);
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmNodeProcess first = start(subnet, journal, 0)) {
      int links = first.awaitSubnetUp(PATIENCE).path("links").asInt();
      try (SmNodeProcess second = start(subnet, journal, 1)) {
        second.awaitStatus("its term", PATIENCE, status -> status.path("term").asLong() == 2);

        // It has nothing to write, and so only reads it.
        assertThat(first.process().waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(first.log()).contains("was begun elsewhere");
        subnet.unlink(subnet.fabric().port(0, 1));
        second.awaitStatus(
            "the subnet is its",
            PATIENCE,
            status ->
                status.path("role").asText().equals("master")
                    && status.path("subnetUp").asBoolean()
                    && status.path("links").asInt() == links - 1);
        assertThat(second.get("status").orElseThrow().path("term").asLong()).isEqualTo(2);
      }
    }
  }
}
