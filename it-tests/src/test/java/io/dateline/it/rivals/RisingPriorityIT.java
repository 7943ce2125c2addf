package io.dateline.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dateline.fabric.Fabric;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.OpenSmProcess;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The way in of a site that has OpenSM: nodes that stand by for it are restarted with a higher
 * priority, one after the other, and it hands over once, when the last one has it.
 *
 * <p>Alone, as {@link HandoverIT}.
 */
@Tag("alone")
@Timeout(240)
class RisingPriorityIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int NODES = 3;
  private static final String PRIORITY = "dateline.subnet.sm_priority";

  @TempDir private Path folder;

  @BeforeEach
  void checkTools() {
    Machine.needs("opensm");
  }

  private static Map<String, String> settings() {
    return Map.of(
        PRIORITY,
        "3",
        "dateline.subnet.sm_key",
        "1", // OpenSM's
        "dateline.subnet.sweep_interval",
        "1s",
        "dateline.subnet.m_key_lease_period",
        "1",
        "dateline.subnet.sminfo_polling_timeout",
        "500ms");
  }

  @Test
  void shouldBeHandedTheSubnetOnceWhenTheLastNodeHasTheHigherPriority() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster = SmCluster.startPatient(folder, subnet, NODES, settings())) {
      int port = subnet.port();
      Fabric fabric = subnet.fabric();
      String host = fabric.description(fabric.switchCount() + NODES);
      try (OpenSmProcess opensm = OpenSmProcess.start(folder, port, host, 5)) {
        opensm.awaitSubnetUp(PATIENCE);
        awaitStandby(cluster);
        int[] lids = lids(subnet);
        long handovers = 0; // to nodes that have ended since: the last one may have it as it leaves
        for (int node = 0; node < NODES; node++) {
          cluster.terminate(node);
          assertThat(cluster.node(node).process().waitFor(60, TimeUnit.SECONDS)).isTrue();
          handovers += handovers(cluster.node(node));
          cluster.launch(node, "-D" + PRIORITY + "=8");
          cluster.awaitMember(node);
          if (node < NODES - 1) {
            awaitStandby(cluster);
          }
        }
        await("a master").atMost(PATIENCE).until(() -> cluster.master().isPresent());
        cluster.node(cluster.master().getAsInt()).awaitSubnetUp(PATIENCE);

        for (int node = 0; node < NODES; node++) {
          handovers += handovers(cluster.node(node));
        }
        assertThat(handovers).isEqualTo(1);
        assertThat(lids(subnet)).isEqualTo(lids);
        assertThat(subnet.unservedAdapters()).isEmpty();
      }
    }
  }

  /** The oldest node says that the cluster stands by. */
  private static void awaitStandby(SmCluster cluster) {
    await("standby")
        .atMost(PATIENCE)
        .until(
            () ->
                IntStream.range(0, NODES)
                    .mapToObj(node -> cluster.node(node).get("status"))
                    .flatMap(Optional::stream)
                    .anyMatch(SmNodeProcess::standsBy));
  }

  /** To a node since it was started. */
  private static long handovers(SmNodeProcess node) {
    return node.log()
        .lines()
        .filter(line -> line.contains("is master now, no longer "))
        .filter(line -> line.contains("hands the subnet over"))
        .count();
  }

  private static int[] lids(SimulatedSubnet subnet) {
    return subnet
        .simulator()
        .call(simulated -> Arrays.stream(subnet.fabric().endPorts()).map(simulated::lid).toArray());
  }
}
