package io.dateline.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.it.kit.PathQuestions;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.persistence.journal.H2Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * SLs that engines with layers have granted stand: whatever cable fails, whichever master dies, and
 * after all nodes have started again. {@code -Dlevels.engines=dfsssp,lash,nue} is about other
 * engines.
 */
@Timeout(300)
class GrantedLevelsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int LINKS = 60 + 30;

  @TempDir Path folder;

  private SmCluster cluster;

  static Stream<String> engines() {
    return Arrays.stream(System.getProperty("levels.engines", "dfsssp").split(",", -1));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void shouldStandWhoeverDies(String engine) throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:5x6");
        H2Server journal = SmCluster.serveJournal(folder);
        SmCluster nodes =
            SmCluster.start(
                folder,
                subnet,
                2,
                SmCluster.patient(
                    Map.of(
                        "dateline.persistence.h2.url",
                        journal.url(),
                        "dateline.persistence.h2.password",
                        journal.password(),
                        "dateline.subnet.routing_engine.0",
                        engine,
                        "dateline.subnet.routing_engine.1",
                        "no_fallback",
                        "dateline.subnet.nue_max_num_vls",
                        "0",
                        "dateline.subnet.qos",
                        "true")))) {
      cluster = nodes;
      JsonNode up = cluster.node(0).awaitSubnetUp(PATIENCE);
      assertThat(up.path("engine").asText()).isEqualTo(engine);
      assertThat(up.path("acyclic").asBoolean()).isTrue();
      Fabric fabric = subnet.fabric();
      try (PathQuestions questions =
          new PathQuestions(subnet.simulator(), fabric.port(fabric.nodeCount() - 1, 1))) {
        Map<String, Integer> granted = levels(subnet, questions);
        assertThat(granted).hasSize(60 * 60);
        assertThat(granted.values()).contains(0, 1);

        int cable = fabric.port(subnet.node("sw_2_2_0"), 1);
        subnet.unlink(cable);
        awaitLinks(LINKS - 1);
        Map<String, Integer> withFault = levels(subnet, questions);
        long changed =
            granted.keySet().stream()
                .filter(pair -> !granted.get(pair).equals(withFault.get(pair)))
                .count();
        System.out.printf("%s: %d of %d SLs changed with a cable%n", engine, changed, 60 * 60);
        assertThat(changed).as("a small part").isLessThan(60 * 60 / 20);
        cluster.succeed(PATIENCE);
        assertResumed();
        assertThat(levels(subnet, questions)).isEqualTo(withFault);

        subnet.relink(cable);
        awaitLinks(LINKS);
        Map<String, Integer> repaired = levels(subnet, questions);
        cluster.awaitQuiet(PATIENCE);
        cluster.kill(cluster.master().getAsInt());
        cluster.launchAll(PATIENCE);
        assertResumed();
        assertThat(levels(subnet, questions)).isEqualTo(repaired);
      }
    }
  }

  private Map<String, Integer> levels(SimulatedSubnet subnet, PathQuestions questions)
      throws InterruptedException {
    return TorusTruth.of(subnet, questions, cluster.lid(cluster.master().getAsInt())).levels();
  }

  private SmNodeProcess master() {
    return cluster.node(cluster.master().getAsInt());
  }

  private void awaitLinks(int count) {
    master()
        .awaitStatus(
            count + " links",
            PATIENCE,
            status ->
                status.path("links").asInt() == count
                    && status.path("subnetUp").asBoolean()
                    && status.path("phase").asText().equals("IDLE"));
  }

  /** What the last master told switches stands. */
  private void assertResumed() {
    JsonNode up = master().awaitSubnetUp(PATIENCE);
    master().assertResumed();
    assertThat(up.path("madsSent").has("Set(LinearForwardingTable)")).isFalse();
    assertThat(up.path("madsSent").has("Set(SLtoVLMappingTable)")).isFalse();
  }
}
