package io.dateline.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.fault.FaultyNode;
import io.dateline.persistence.journal.H2Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A master that is dead inside a living process ends, and another node takes over. */
@Tag("alone")
@Timeout(300)
class AliveIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int NODES = 3;

  @TempDir private Path folder;

  private SmCluster cluster(SimulatedSubnet subnet, H2Server journal) throws Exception {
    Map<String, String> settings = SmCluster.patient(FaultyNode.SETTINGS);
    settings.putAll(journal.settings());
    settings.remove("dateline.watchdog.patience");
    return SmCluster.startWith(FaultyNode.environment(), folder, subnet, NODES, settings);
  }

  /** What the status of the one that is to end and those of the others said, and when. */
  private record Watched(long takenOverMs, long readyMs, long endedMs) {}

  private static Watched await(SmCluster cluster, int old, long beganNs) {
    SmNodeProcess dying = cluster.node(old);
    long[] readyNs = {beganNs};
    OptionalInt next =
        Awaitility.await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(20))
            .until(
                () -> {
                  Optional<JsonNode> said = dying.get("status", Duration.ofMillis(300));
                  if (said.filter(status -> status.path("ready").asBoolean()).isPresent()) {
                    readyNs[0] = System.nanoTime();
                  }
                  return masterBut(cluster, old);
                },
                OptionalInt::isPresent);
    assertThat(next).isPresent();
    long takenOverMs = (System.nanoTime() - beganNs) / 1_000_000;
    Awaitility.await().atMost(PATIENCE).until(() -> !dying.process().isAlive());
    return new Watched(
        takenOverMs, (readyNs[0] - beganNs) / 1_000_000, (System.nanoTime() - beganNs) / 1_000_000);
  }

  private static OptionalInt masterBut(SmCluster cluster, int old) {
    for (int node = 0; node < NODES; node++) {
      if (node != old
          && cluster.isRunning(node)
          && cluster
              .node(node)
              .get("status", Duration.ofMillis(300))
              .filter(status -> status.path("role").asText().equals("master"))
              .filter(status -> status.path("subnetUp").asBoolean())
              .isPresent()) {
        return OptionalInt.of(node);
      }
    }
    return OptionalInt.empty();
  }

  /** One death after the other; whichever node has ended is started again, as systemd does. */
  private void dies(SmCluster cluster, String order, int exitCode, String reason) throws Exception {
    cluster.awaitQuiet(PATIENCE);
    int master = cluster.master().orElseThrow();
    for (int node = 0; node < NODES; node++) {
      cluster.node(node).awaitStatus("ready", PATIENCE, status -> status.path("ready").asBoolean());
    }
    long beganNs = System.nanoTime();
    cluster.node(master).type(order);
    Watched watched = await(cluster, master, beganNs);
    System.out.printf("%s: %s%n", order, watched);
    assertThat(cluster.node(master).process().waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(cluster.node(master).process().exitValue()).as(order).isEqualTo(exitCode);
    assertThat(cluster.node(master).log()).contains(reason);
    assertThat(watched.readyMs()).as("said that it is ready").isLessThan(watched.endedMs());
    cluster.startNode(master);
  }

  @Test
  void shouldFollowAMasterThatIsDeadInsideALivingProcess() throws Exception {
    try (H2Server journal = SmCluster.serveJournal(folder);
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster = cluster(subnet, journal)) {
      dies(cluster, "poison manager", 1, "the subnet manager has stopped");
      dies(cluster, "loop manager", 1, "the subnet manager has not answered");
      dies(cluster, "break manager", 1, "the subnet manager fails again and again");
      dies(cluster, "break administrator", 1, "asked through the node's own port, has not");
      dies(cluster, "poison administrator", 1, "subnet administration has stopped");
      dies(cluster, "fill heap", 3, "java.lang.OutOfMemoryError: Java heap space");
    }
  }
}
