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
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An adapter, or a leaf switch with its adapters, that goes and comes back costs no engine and no
 * block, also where the master has died meanwhile, and where the engine stands in for one that has
 * refused.
 */
@Timeout(240)
class UnicastCacheIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;

  @Test
  void shouldAskNoEngineForWhatGoesAndComesBack() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("ftree:4,4,4:1,4,4");
        H2Server journal = SmCluster.serveJournal(folder);
        SmCluster cluster = SmCluster.start(folder, subnet, 2, settings(journal))) {
      int links = cluster.node(0).awaitSubnetUp(PATIENCE).path("links").asInt();
      Fabric fabric = subnet.fabric();
      String host = adapterAwayFromManagers(fabric);
      String leaf = fabric.description(fabric.switchAt(fabric.port(subnet.node(host), 1)));
      await("both nodes").atMost(PATIENCE).until(() -> cluster.master().isPresent());
      SmNodeProcess first = master(cluster);
      long blocks = blocks(first);

      change(subnet, first, "down " + host, links - 1, 1);
      change(subnet, first, "up " + host, links, 2);
      assertThat(blocks(first)).as("blocks").isEqualTo(blocks);

      int cables = cables(fabric, subnet.node(leaf));
      change(subnet, first, "down " + leaf, links - cables, 3);
      assertThat(blocks(first)).as("blocks").isEqualTo(blocks);
      // It comes back with empty tables.
      change(subnet, first, "up " + leaf, links, 4);

      change(subnet, first, "down " + host, links - 1, 5);
      cluster.awaitQuiet(PATIENCE);
      cluster.succeed(PATIENCE);
      SmNodeProcess second = master(cluster);
      change(subnet, second, "up " + host, links, 1);
      assertThat(blocks(second)).as("blocks of the next master").isZero();
    }
  }

  /** The engine that is wanted cannot route a tree. */
  private static Map<String, String> settings(H2Server journal) {
    Map<String, String> settings = SmCluster.patient(journal.settings());
    settings.put("dateline.subnet.routing_engine.0", "torus-2QoS");
    settings.put("dateline.subnet.routing_engine.1", "minhop");
    return settings;
  }

  /** The last adapter; managers are at the first ones. */
  private static String adapterAwayFromManagers(Fabric fabric) {
    return fabric.description(fabric.nodeCount() - 1);
  }

  private static int cables(Fabric fabric, int node) {
    return (int)
        IntStream.rangeClosed(1, fabric.externalPortCount(node))
            .filter(number -> fabric.peer(fabric.port(node, number)) != Fabric.NONE)
            .count();
  }

  /**
   * Changes the fabric, and waits for the node.
   *
   * @param times how often the node has gone on without an engine then
   */
  private static void change(
      SimulatedSubnet subnet, SmNodeProcess node, String command, int links, int times) {
    subnet.console(command);
    JsonNode status =
        node.awaitStatus(
            links + " links after " + command,
            PATIENCE,
            told ->
                told.path("links").asInt() == links
                    && told.path("subnetUp").asBoolean()
                    && told.path("phase").asText().equals("IDLE"));
    assertThat(subnet.unservedAdapters()).as(command).isEmpty();
    assertThat(status.path("fallbackFrom").toString()).isEqualTo("[\"torus-2QoS\"]");
    assertThat(node.log().lines().filter(line -> line.contains("no engine is asked")))
        .as("%s: %s", command, status)
        .hasSizeGreaterThanOrEqualTo(times);
  }

  private static SmNodeProcess master(SmCluster cluster) {
    return cluster.node(cluster.master().getAsInt());
  }

  private static long blocks(SmNodeProcess node) {
    return node.get("status")
        .orElseThrow()
        .path("madsSent")
        .path("Set(LinearForwardingTable)")
        .asLong();
  }
}
