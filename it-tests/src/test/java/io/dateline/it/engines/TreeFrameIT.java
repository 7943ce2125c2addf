package io.dateline.it.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.persistence.journal.H2Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * ftree, without roots from the operator, goes on in a tree that is damaged: when a cable is
 * pulled, when another one is after the master has died, and when all nodes were dead.
 */
@Timeout(240)
class TreeFrameIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String TREE = "ftree:4,4,4:1,4,4";
  private static final int SWITCHES = 48;
  private static final int BLOCKS_MAX = 60; // a block of each of 48 switches, and some more

  @TempDir Path folder;

  @Test
  void shouldStayWhoeverDies() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start(TREE);
        H2Server journal = SmCluster.serveJournal(folder)) {
      Map<String, String> settings = new HashMap<>(journal.settings());
      settings.put("dateline.subnet.routing_engine.0", "ftree");
      settings.put("dateline.subnet.routing_engine.1", "no_fallback");
      try (SmCluster cluster = SmCluster.start(folder, subnet, 2, SmCluster.patient(settings))) {
        int links = cluster.node(0).awaitSubnetUp(PATIENCE).path("links").asInt();
        assertRouted(subnet, cluster, links);
        await("levels")
            .atMost(PATIENCE)
            .until(() -> tree(master(cluster)).path("switches").size() == SWITCHES);
        JsonNode tree = tree(master(cluster));
        assertThat(tree.path("unplaced")).isEmpty();
        long before = blocks(master(cluster));

        subnet.unlink(rootCable(subnet, 0));
        assertRouted(subnet, cluster, links - 1);
        assertThat(blocks(master(cluster)) - before).isLessThan(BLOCKS_MAX);

        cluster.succeed(PATIENCE);
        assertRouted(subnet, cluster, links - 1);
        assertThat(blocks(master(cluster))).as("what the last master told stands").isZero();
        assertThat(tree(master(cluster))).isEqualTo(tree);
        subnet.unlink(rootCable(subnet, 5));
        assertRouted(subnet, cluster, links - 2);

        cluster.awaitQuiet(PATIENCE);
        cluster.kill(cluster.master().getAsInt());
        cluster.launchAll(PATIENCE);
        subnet.relink(rootCable(subnet, 5));
        assertRouted(subnet, cluster, links - 1);
      }
    }
  }

  private static SmNodeProcess master(SmCluster cluster) {
    return cluster.node(cluster.master().getAsInt());
  }

  private static JsonNode tree(SmNodeProcess node) {
    return node.get("routing").orElseThrow().path("tree");
  }

  private static long blocks(SmNodeProcess node) {
    return node.get("status")
        .orElseThrow()
        .path("madsSent")
        .path("Set(LinearForwardingTable)")
        .asLong();
  }

  /** The first cable of a root. */
  private static int rootCable(SimulatedSubnet subnet, int root) {
    Fabric fabric = subnet.fabric();
    int[] roots =
        IntStream.range(0, fabric.switchCount())
            .filter(node -> fabric.description(node).startsWith("L3"))
            .toArray();
    return fabric.port(roots[root], 1);
  }

  private static void assertRouted(SimulatedSubnet subnet, SmCluster cluster, int links) {
    JsonNode status =
        master(cluster)
            .awaitStatus(
                links + " links",
                PATIENCE,
                told ->
                    told.path("links").asInt() == links
                        && told.path("acyclic").asBoolean() // proven a little after a failover
                        && told.path("subnetUp").asBoolean()
                        && told.path("phase").asText().equals("IDLE"));
    assertThat(status.path("engine").asText()).as(status.toString()).isEqualTo("ftree");
    assertThat(subnet.unservedAdapters()).isEmpty();
  }
}
