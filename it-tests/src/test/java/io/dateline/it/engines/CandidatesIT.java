package io.dateline.it.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.persistence.journal.H2Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Candidates are tried on all of three nodes. */
@Timeout(300)
class CandidatesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int NODES = 3;
  private static final String COMPARE = "{\"compareEngines\":true,\"reason\":\"a test\"}";

  @TempDir private Path folder;

  @Test
  void shouldTryCandidatesOnAllNodes() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:4x4");
        H2Server journal = SmCluster.serveJournal(folder)) {
      Map<String, String> settings = new HashMap<>(journal.settings());
      settings.put("dateline.spread-programmers-from", "1");
      settings.put("dateline.subnet.routing_engine.0", "best:updn");
      settings.put("dateline.subnet.routing_engine.1", "nue");
      settings.put("dateline.subnet.routing_engine.2", "lash");
      try (SmCluster cluster = SmCluster.start(folder, subnet, NODES, settings)) {
        cluster.awaitQuiet(PATIENCE);
        JsonNode before = cluster.node(0).get("routing").orElseThrow();
        assertThat(EngineListIT.engines(before)).containsExactly("updn", "nue", "lash");

        compare(cluster);

        JsonNode after = cluster.node(0).get("routing").orElseThrow();
        assertThat(after.path("candidates").get(2)).isEqualTo(before.path("candidates").get(2));
        assertThat(after.path("candidates").get(1)).isEqualTo(before.path("candidates").get(1));
        assertThat(after.path("engine").asText()).isEqualTo("lash");
        assertThat(IntStream.of(1, 2).filter(node -> hasTried(cluster.node(node))))
            .as("other nodes that have tried an engine")
            .hasSize(2);
        assertThat(after.path("triedBy").fieldNames()).toIterable().containsExactly("updn", "nue");
        assertThat(after.path("nodesLeftOut")).isEmpty();
        assertThat(subnet.unservedPairs()).isZero();
      }
    }
  }

  /** Nodes that have come join the work with the sweep after they are seen. */
  private static void compare(SmCluster cluster) {
    await("all nodes try an engine")
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(cluster.node(0).order("sweep", COMPARE).statusCode()).isEqualTo(200);
              return triers(cluster).size() == NODES - 1;
            });
  }

  /** Ports of other nodes whose answers counted last. */
  private static Set<String> triers(SmCluster cluster) {
    Set<String> ports = new HashSet<>();
    cluster
        .node(0)
        .get("routing")
        .orElseThrow()
        .path("triedBy")
        .forEach(port -> ports.add(port.asText()));
    return ports;
  }

  private static boolean hasTried(SmNodeProcess node) {
    return node.log().lines().anyMatch(line -> line.contains(" tried for generation "));
  }
}
