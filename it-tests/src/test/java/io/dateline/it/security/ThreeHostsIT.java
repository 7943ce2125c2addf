package io.dateline.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.ClusterCertificates;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Namespaces;
import io.dateline.it.kit.Postgresql;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.sm.tls.CertificateMaker;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three hosts with certificates, set up as docs/THREE-HOSTS.md says, and strangers beside them. */
@Timeout(600)
@Tag("alone")
class ThreeHostsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int DAYS = ClusterCertificates.DAYS;
  private static final int BAD_INPUT = 2;

  @TempDir private Path folder;

  @Test
  void shouldHearNoStrangerAndGoOnWhileTheAuthorityIsReplaced() throws Exception {
    try (Namespaces hosts = Namespaces.make(folder, 4);
        Postgresql database = Postgresql.startAt(hosts.outside(), folder);
        SimulatedSubnet subnet =
            SimulatedSubnet.startAt(InetAddress.getByName(hosts.outside()), "torus:3x3");
        SmCluster cluster =
            SmCluster.start(
                folder,
                subnet,
                List.of(hosts.host(0), hosts.host(1), hosts.host(2)),
                SmCluster.patient(database.settings()))) {
      int master = cluster.master().orElseThrow();
      JsonNode before = status(cluster, master);
      assertThat(before.path("traffic").path("betweenNodes").asText()).isEqualTo("CERTIFIED");
      assertStrangersAreNotHeard(hosts, master);
      assertThat(cluster.master()).hasValue(master);
      assertThat(status(cluster, master).path("term")).isEqualTo(before.path("term"));
      assertThat(cluster.node(master).log()).doesNotContain("is sent away");

      replaceAuthority(hosts, database);
      int standby = (master + 1) % 3;
      assertOneMasterOfThree(cluster, master);
      cluster.kill(standby);
      assertKilledOneIsMissed(cluster, master, standby);
      cluster.startNode(standby);
      assertMembersAreUp(cluster, master);
      assertOneMasterOfThree(cluster, standby);
      forgetOldAuthority(hosts);
      cluster.kill(master);
      await("another master").atMost(PATIENCE).until(() -> cluster.master().isPresent());
      cluster.startNode(master);
      assertMembersAreUp(cluster, master);
      assertThat(subnet.unservedPairs()).isZero();
    }
  }

  private static JsonNode status(SmCluster cluster, int node) {
    return cluster.node(node).get("status").orElseThrow();
  }

  private static void assertMembersAreUp(SmCluster cluster, int node) {
    await("three members")
        .atMost(PATIENCE)
        .until(
            () ->
                cluster
                    .node(node)
                    .get("cluster/members")
                    .map(
                        told ->
                            told.path("members").size() == 3 && told.path("unreachable").isEmpty())
                    .orElse(false));
  }

  /** Asked at any node. */
  private static void assertOneMasterOfThree(SmCluster cluster, int node) {
    await("what all nodes say")
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonNode nodes = cluster.node(node).get("cluster").orElseThrow().path("nodes");
              assertThat(nodes.findValuesAsText("role"))
                  .containsExactlyInAnyOrder("master", "standby", "standby");
              assertThat(nodes.findValuesAsText("ready")).containsOnly("true").hasSize(3);
              assertThat(nodes.findValuesAsText("lagEvents")).containsOnly("0");
              assertThat(nodes.findValuesAsText("status")).containsOnly("up");
              assertThat(new HashSet<>(nodes.findValuesAsText("fabricPort"))).hasSize(3);
              assertThat(new HashSet<>(nodes.findValuesAsText("commit"))).hasSize(1);
            });
  }

  private static void assertKilledOneIsMissed(SmCluster cluster, int master, int killed) {
    await("a node that is missed")
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonNode told =
                  cluster.node(master).get("cluster").orElseThrow().path("nodes").get(killed);
              assertThat(told.path("status").asText()).isEqualTo("absent");
              assertThat(told.path("silent").asText()).isEqualTo("it is no member");
              assertThat(told.has("role")).isFalse();
            });
  }

  /** All on a fourth host, whose packets the nodes' hosts take. */
  private void assertStrangersAreNotHeard(Namespaces hosts, int master) throws Exception {
    String target = hosts.host(master).managementAddress();
    Path other = folder.resolve("other-authority");
    CertificateMaker.authority(other, DAYS);
    Path posing = folder.resolve("posing");
    CertificateMaker.node(other, List.of(target), DAYS, posing, false);
    String own = hosts.host(3).managementAddress();

    assertThat(stranger(hosts, target, StrangerMain.NO_TLS)).isEqualTo(StrangerMain.NOT_HEARD);
    assertThat(stranger(hosts, target, posing.toString()))
        .as("another authority's certificate for a node's host")
        .isEqualTo(StrangerMain.NOT_HEARD);
    assertThat(stranger(hosts, target, ClusterCertificates.of(folder, own).toString()))
        .as("the authority's certificate for a host that has no node")
        .isEqualTo(StrangerMain.NOT_HEARD);
    Path both = folder.resolve("both");
    CertificateMaker.node(folder.resolve("authority"), List.of(target, own), DAYS, both, false);
    assertThat(stranger(hosts, target, both.toString(), StrangerMain.HEARD))
        .as("what would be heard, with the authority's certificate for a node's host as well")
        .isEqualTo(StrangerMain.HEARD);
  }

  private String stranger(Namespaces hosts, String target, String credentials, String... expected) {
    List<String> command = new ArrayList<>(hosts.host(3).enter());
    command.addAll(
        Running.java(
            StrangerMain.class,
            Stream.concat(
                    Stream.of(
                        hosts.host(3).managementAddress(),
                        target,
                        Integer.toString(SmCluster.CLUSTER_PORT),
                        credentials),
                    Stream.of(expected))
                .toList()));
    Running.Ended ended =
        Running.run(
            folder.resolve("stranger-" + System.nanoTime() + ".log"), PATIENCE, Map.of(), command);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    return ended
        .output()
        .lines()
        .filter(line -> line.equals(StrangerMain.HEARD) || line.equals(StrangerMain.NOT_HEARD))
        .findFirst()
        .orElse(ended.output());
  }

  /** While nodes run: all believe the new one, then each gets a certificate of it. */
  private void replaceAuthority(Namespaces hosts, Postgresql database) throws Exception {
    Path next = folder.resolve("next-authority");
    CertificateMaker.authority(next, DAYS);
    String believed = Files.readString(next.resolve("ca.pem"));
    for (int host = 0; host < 3; host++) {
      Files.writeString(
          certificates(hosts, host).resolve("ca.pem"), believed, StandardOpenOption.APPEND);
    }
    for (int host = 0; host < 3; host++) {
      CertificateMaker.node(
          next,
          List.of(hosts.host(host).managementAddress()),
          DAYS,
          certificates(hosts, host),
          true);
    }
    database.replaceCertificate(next);
  }

  private void forgetOldAuthority(Namespaces hosts) throws Exception {
    String next = Files.readString(folder.resolve("next-authority").resolve("ca.pem"));
    for (int host = 0; host < 3; host++) {
      Files.writeString(certificates(hosts, host).resolve("ca.pem"), next);
    }
  }

  private Path certificates(Namespaces hosts, int host) {
    return ClusterCertificates.of(folder, hosts.host(host).managementAddress());
  }

  @Test
  void shouldNotStartOnSeveralHostsWithoutCertificates() {
    Running.Ended ended =
        Running.run(
            folder.resolve("log"),
            PATIENCE,
            Map.of(),
            List.of(
                Machine.root().resolve("dateline").toString(),
                "node",
                "--state",
                folder.resolve("state").toString(),
                "--fabric",
                "sim://127.0.0.1:1",
                "-Ddateline.cluster.host=10.0.0.1",
                "-Ddateline.cluster.port=7172",
                "-Ddateline.cluster.nodes.0=10.0.0.1:7172",
                "-Ddateline.cluster.nodes.1=10.0.0.2:7172",
                "-Ddateline.cluster.nodes.2=10.0.0.3:7172",
                "-Ddateline.persistence.backend=postgresql",
                "-Ddateline.persistence.postgresql.url=jdbc:postgresql://localhost/dateline"));
    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(BAD_INPUT);
    assertThat(ended.output())
        .contains("dateline.security.certificates", "dateline.security.unencrypted = accepted");
  }
}
