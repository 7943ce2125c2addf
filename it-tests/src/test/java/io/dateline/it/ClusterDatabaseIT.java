package io.dateline.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.sim.observe.PathClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes whose journal is in a PostgreSQL server that goes away. {@code -Doutage.seconds=60}
 * keeps it away for so long.
 */
@Timeout(600)
class ClusterDatabaseIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int OUTAGE_SECONDS = Integer.getInteger("outage.seconds", 5);

  @TempDir Path folder;

  @Test
  void shouldLoseNothing() throws Exception {
    try (Postgresql database = Postgresql.start(folder);
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:5x6");
        SmCluster cluster = SmCluster.start(folder, subnet, 3, database.settings())) {
      Map<Long, Integer> lids = subnet.lids();
      int cable = subnet.fabric().port(0, 1);
      try (PathClient client =
          new PathClient(subnet.simulator(), PathClient.lastAdapterPort(subnet.fabric()))) {
        await("every pair asked for").atMost(PATIENCE).until(() -> client.pairs() == lids.size());
        int links = status(cluster).path("links").asInt();

        awaitMetrics(cluster, "dateline_journal_available", 1);
        assertThat(sum(cluster, "dateline_master")).isEqualTo(1);

        database.stop();
        long stoppedNs = System.nanoTime();
        subnet.unlink(cable);
        awaitSaysSo(cluster);
        awaitMetrics(cluster, "dateline_journal_available", 0);
        await("the outage")
            .atMost(Duration.ofSeconds(OUTAGE_SECONDS).plus(PATIENCE))
            .until(() -> System.nanoTime() - stoppedNs >= TimeUnit.SECONDS.toNanos(OUTAGE_SECONDS));
        assertThat(saysSo(cluster)).isTrue();
        assertThat(sum(cluster, "dateline_journal_available")).isZero();
        assertThat(sum(cluster, "dateline_subnet_up")).as("by its last sweep").isEqualTo(1);
        long answers = client.answers();
        await("answers without a journal").atMost(PATIENCE).until(() -> client.answers() > answers);
        database.start();
        awaitLinks(cluster, links - 1);
        awaitMetrics(cluster, "dateline_journal_available", 1);
        assertThat(sum(cluster, "dateline_master")).isEqualTo(1);
        assertThat(sum(cluster, "dateline_links")).isEqualTo(links - 1);
        assertThat(subnet.lids()).isEqualTo(lids);

        subnet.relink(cable);
        database.kill();
        awaitSaysSo(cluster);
        database.start();
        awaitLinks(cluster, links);
        assertThat(subnet.lids()).isEqualTo(lids);
        assertThat(client.differences()).isEmpty();
      }

      for (int node = 0; node < 3; node++) {
        cluster.kill(node);
      }
      cluster.startAll();
      JsonNode again = cluster.node(cluster.master().getAsInt()).awaitSubnetUp(PATIENCE);
      assertThat(again.path("madsSent").has("Set(LinearForwardingTable)")).isFalse();
      assertThat(subnet.lids()).isEqualTo(lids);
      assertThat(subnet.unservedPairs()).isZero();
    }
  }

  private static JsonNode status(SmCluster cluster) {
    return cluster.node(cluster.master().orElseThrow()).get("status").orElseThrow();
  }

  private static void awaitSaysSo(SmCluster cluster) {
    await("the journal is away").atMost(PATIENCE).until(() -> saysSo(cluster));
  }

  /** Whether one of the nodes says that it waits for the journal. */
  private static boolean saysSo(SmCluster cluster) {
    for (int node = 0; node < 3; node++) {
      if (cluster
          .node(node)
          .get("status")
          .filter(status -> status.path("role").asText().startsWith("waiting for the journal:"))
          .isPresent()) {
        return true;
      }
    }
    return false;
  }

  private static void awaitMetrics(SmCluster cluster, String sample, double value) {
    for (int node = 0; node < 3; node++) {
      SmNodeProcess asked = cluster.node(node);
      await("%s %s of node %d".formatted(sample, value, node))
          .atMost(PATIENCE)
          .until(
              () ->
                  asked
                      .metrics()
                      .filter(told -> Double.valueOf(value).equals(told.get(sample)))
                      .isPresent());
    }
  }

  /** Of a sample at all three nodes, as far as they have it. */
  private static double sum(SmCluster cluster, String sample) {
    double sum = 0;
    for (int node = 0; node < 3; node++) {
      sum += cluster.node(node).metrics().orElseThrow().getOrDefault(sample, 0.0);
    }
    return sum;
  }

  private static void awaitLinks(SmCluster cluster, int links) {
    await("one master").atMost(PATIENCE).until(() -> cluster.master().isPresent());
    cluster
        .node(cluster.master().getAsInt())
        .awaitStatus(
            "up with " + links + " links",
            PATIENCE,
            status ->
                status.path("subnetUp").asBoolean()
                    && status.path("phase").asText().equals("IDLE")
                    && status.path("links").asInt() == links);
  }
}
