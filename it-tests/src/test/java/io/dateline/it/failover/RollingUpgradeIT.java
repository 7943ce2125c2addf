package io.dateline.it.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dateline.it.kit.Machine;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.sim.observe.PathClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes are replaced one after the other, the master last, while an application asks for paths.
 * {@code -Dupgrade.from=FOLDER}, which {@code it-tests/upgrade.sh} gives, is the build they are
 * replaced of; otherwise it is this one.
 */
@Timeout(600)
class RollingUpgradeIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String TABLES = "Set(LinearForwardingTable)";
  private static final Path FROM =
      Path.of(System.getProperty("upgrade.from", Machine.root().toString()));

  /** All nodes of the newer build would program; where that is asked for. */
  private static final boolean IS_SPREAD = Boolean.getBoolean("upgrade.spread");

  /** And all nodes of the older build do already. */
  private static final boolean WAS_SPREAD = Boolean.getBoolean("upgrade.was-spread");

  private static final String SPREAD =
      "-Ddateline.spread-programmers-from=" + (IS_SPREAD ? "1" : "0");

  private static final Map<String, String> BEFORE =
      WAS_SPREAD ? Map.of("dateline.spread-programmers-from", "1") : Map.of();

  /** The older build may speak no TLS. */
  private static final String[] OPTIONS =
      Boolean.getBoolean("upgrade.plain")
          ? new String[] {SPREAD, "-Ddateline.security.unencrypted=accepted"}
          : new String[] {SPREAD};

  @TempDir Path folder;

  @Test
  void shouldChangeNothing() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:5x6");
        SmCluster cluster = SmCluster.startOf(FROM, folder, subnet, 3, BEFORE)) {
      Map<Long, Integer> lids = subnet.lids();
      int first = cluster.master().orElseThrow();
      List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
      order.remove(Integer.valueOf(first));
      order.add(first);
      try (PathClient client =
          new PathClient(subnet.simulator(), PathClient.lastAdapterPort(subnet.fabric()))) {
        await("every pair asked for").atMost(PATIENCE).until(() -> client.pairs() == lids.size());
        cluster.upgradeTo(Machine.root(), OPTIONS);
        for (int node : order) {
          boolean isMaster = node == first;
          cluster.terminate(node);
          boolean ended = cluster.node(node).process().waitFor(1, TimeUnit.MINUTES);
          assertThat(ended).isTrue();
          cluster.startNode(node);
          cluster
              .node(node)
              .awaitStatus(
                  "it follows",
                  PATIENCE,
                  status -> status.path("replica").path("state").asText().equals("following"));
          assertThat(client.reign().number()).isEqualTo(isMaster ? 2 : 1);
          if (!isMaster && !WAS_SPREAD) { // the master's setting counts
            assertThat(switchesOf(cluster, node)).isZero();
          }
        }
        long answers = client.answers();
        await("answers").atMost(PATIENCE).until(() -> client.answers() > answers + lids.size());
        assertThat(client.differences()).isEmpty();
        System.out.printf(
            "%,d answers, all for the LIDs and SLs of before; none for %d ms when the master was replaced%n",
            client.answers(), TimeUnit.NANOSECONDS.toMillis(client.reign().silenceNs()));
      }
      int last = cluster.master().orElseThrow();
      assertThat(last).isNotEqualTo(first);
      assertThat(cluster.node(last).awaitSubnetUp(PATIENCE).path("madsSent").has(TABLES)).isFalse();
      assertThat(subnet.lids()).isEqualTo(lids);
      assertThat(subnet.unservedPairs()).isZero();

      int cable = subnet.cableBeside(cluster.port(0), cluster.port(1));
      subnet.unlink(cable);
      await("the other way").atMost(PATIENCE).until(() -> subnet.unservedPairs() == 0);
      subnet.relink(cable);
      cluster.awaitQuiet(PATIENCE);
      if (IS_SPREAD) {
        await("all nodes program")
            .atMost(PATIENCE)
            .until(() -> order.stream().allMatch(node -> switchesOf(cluster, node) > 0));
      }
      assertThat(subnet.unservedPairs()).isZero();
      assertThat(subnet.lids()).isEqualTo(lids);
    }
  }

  private static int switchesOf(SmCluster cluster, int node) {
    return cluster.node(node).get("status").orElseThrow().path("switchCountHere").asInt();
  }
}
