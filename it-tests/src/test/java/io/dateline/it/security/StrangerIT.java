package io.dateline.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.typesafe.config.ConfigFactory;
import io.dateline.it.kit.FreePorts;
import io.dateline.it.kit.OrdinaryUser;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.persistence.journal.Journal;
import io.dateline.persistence.journal.JournalSetup;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.tls.Authority;
import io.dateline.sm.tls.CertificateMaker;
import io.dateline.sm.tls.Credentials;
import io.dateline.sm.tls.MemberTls;
import io.dateline.sm.tls.SharedCredentials;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes of this host that are no nodes speak to the ports of nodes, which have the settings
 * that nodes on one host have by themselves.
 */
@Timeout(300)
class StrangerIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration DAY = Duration.ofDays(1);

  /** Akka's own comparison fails at the first ones, and would end the member. */
  private static final List<String> MALFORMED =
      List.of(
          "",
          "akka.version = \"2.8.5\"",
          "akka.cluster.downing-provider-class {}",
          "akka.cluster.downing-provider-class = x, dateline.cluster.nodes = [{ a = 1 }]");

  @TempDir Path folder;

  private static MemberTls tls(Credentials credentials) {
    return new MemberTls(() -> credentials, List.of(SharedCredentials.NAME), false);
  }

  private static int port(SmCluster cluster, int node) {
    return Integer.parseInt(cluster.settingsOf(node).get("dateline.cluster.port"));
  }

  private static JsonNode status(SmCluster cluster, int node) {
    return cluster.node(node).get("status").orElseThrow();
  }

  @Test
  void shouldNotBeHeardByTheNodesOfOneHost() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster = SmCluster.startPatient(folder, subnet, 2)) {
      int master = cluster.master().orElseThrow();
      long term = status(cluster, master).path("term").asLong();
      int port = port(cluster, master);
      Credentials own =
          Authority.create("mine", Instant.now(), DAY)
              .issue(List.of(SharedCredentials.NAME, "127.0.0.1"), Instant.now(), DAY);

      try (Stranger plain = Stranger.withoutTls();
          Stranger signed = Stranger.with(tls(own))) {
        for (Stranger stranger : List.of(plain, signed)) {
          assertThat(stranger.reaches(port)).isFalse();
          stranger.join(port);
          stranger.poison(port);
          assertThat(stranger.reaches(port)).isFalse();
        }
      }
      garbage(port);
      assertThat(status(cluster, master).path("role").asText()).isEqualTo("master");
      assertThat(status(cluster, master).path("term").asLong()).isEqualTo(term);
      assertThat(cluster.node(master).log()).doesNotContain("is sent away");

      // What is refused above would be heard with the nodes' own certificate.
      Credentials shared;
      try (Journal journal =
          JournalSetup.open(
              NodeConfig.load(ConfigFactory.parseMap(journalOf(cluster))), folder.resolve("own"))) {
        shared = SharedCredentials.of(journal.config(), Instant.now());
      }
      try (Stranger known = Stranger.with(tls(shared))) {
        assertThat(known.reaches(port, Stranger.LONG_PATIENCE)).isTrue();
        for (String settings : MALFORMED) {
          known.askToJoin(port, settings);
        }
        known.join(port);
        await("it is sent away, for it is none of dateline.cluster.nodes")
            .atMost(PATIENCE)
            .until(
                () ->
                    cluster
                        .node(master)
                        .log()
                        .contains(
                            known.name().replaceFirst(".*@", "")
                                + " has joined that is not in dateline.cluster.nodes"));
      }
      assertThat(cluster.master()).hasValue(master);
      assertThat(status(cluster, master).path("term").asLong()).isEqualTo(term);

      assertOrdinaryUserIsNotHeard(cluster, master);
      assertThat(cluster.master()).hasValue(master);
      assertThat(status(cluster, master).path("term").asLong()).isEqualTo(term);
    }
  }

  private static Map<String, String> journalOf(SmCluster cluster) {
    Map<String, String> settings = cluster.settingsOf(0);
    settings.keySet().removeIf(key -> !key.startsWith("dateline.persistence"));
    return settings;
  }

  /** Bytes that are no TLS, and a connection that says nothing, do not disturb. */
  private static void garbage(int port) throws IOException {
    for (int time = 0; time < 20; time++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.getInputStream().readAllBytes(); // until it is sent away
      }
    }
  }

  /** Another user of the host, without a certificate and with one of an authority of its own. */
  private void assertOrdinaryUserIsNotHeard(SmCluster cluster, int master) throws Exception {
    OrdinaryUser.needed();
    OrdinaryUser.letThrough(folder);
    String classPath = OrdinaryUser.readableClassPath(folder);
    Path authority = folder.resolve("own-authority");
    CertificateMaker.authority(authority, 1);
    Path own = folder.resolve("own-certificate");
    CertificateMaker.node(authority, List.of("127.0.0.1", SharedCredentials.NAME), 1, own, false);
    OrdinaryUser.give(own);
    long sentAway = sentAway(cluster, master);
    for (String credentials : List.of(StrangerMain.NO_TLS, own.toString())) {
      Running.Ended stranger =
          Running.run(
              folder.resolve("stranger.log"),
              PATIENCE,
              Map.of(),
              OrdinaryUser.java(
                  classPath,
                  StrangerMain.class,
                  List.of(
                      "127.0.0.1",
                      "127.0.0.1",
                      Integer.toString(port(cluster, master)),
                      credentials)));
      assertThat(stranger.output().lines()).contains(StrangerMain.NOT_HEARD);
      assertThat(stranger.exitCode()).as(stranger.output()).isZero();
    }
    assertThat(sentAway(cluster, master)).isEqualTo(sentAway);
  }

  private static long sentAway(SmCluster cluster, int node) {
    return cluster.node(node).log().lines().filter(line -> line.contains("is sent away")).count();
  }

  @Test
  void shouldNotReachANodeThatIsAlone() throws Exception {
    int port = FreePorts.tcp();
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmNodeProcess node =
            SmNodeProcess.start(
                folder,
                subnet.address() + "/" + subnet.fabric().description(subnet.fabric().switchCount()),
                "-Ddateline.cluster.port=" + port)) {
      node.awaitSubnetUp(PATIENCE);
      try (Stranger plain = Stranger.withoutTls()) {
        assertThat(plain.reaches(port)).isFalse();
        plain.poison(port);
        assertThat(plain.reaches(port)).isFalse();
      }
      assertThat(node.get("status").orElseThrow().path("role").asText()).isEqualTo("master");
    }
  }
}
