package io.dateline.it.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.persistence.journal.H2Server;
import io.dateline.sim.observe.PathClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The master ends while an application asks for paths. {@code -Dfailover.kills=20} ends so many,
 * {@code -Dfailover.topology=torus:8x8x8} on another fabric, {@code -Dfailover.unencrypted=true}
 * without TLS between the nodes.
 */
@Timeout(900)
@Tag("alone")
class FailoverIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int KILLS = Integer.getInteger("failover.kills", 2);
  private static final Duration REST = Duration.ofSeconds(Integer.getInteger("failover.rest", 0));
  private static final boolean UNENCRYPTED = Boolean.getBoolean("failover.unencrypted");
  private static final String TOPOLOGY = System.getProperty("failover.topology", "torus:5x6");

  @TempDir Path folder;

  @Test
  void shouldGoOnWithEverythingAsItWas() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start(TOPOLOGY);
        H2Server journal = SmCluster.serveJournal(folder);
        SmCluster cluster = SmCluster.start(folder, subnet, 3, settings(journal))) {
      endMasters(
          subnet,
          cluster,
          "kill -9",
          SmCluster::kill,
          REST.isZero() ? nodes -> {} : FailoverIT::awaitReady);
      // Planned, so that whoever does it sees to it that the others are ready.
      endMasters(subnet, cluster, "SIGTERM", SmCluster::terminate, FailoverIT::awaitReady);
      assertTermsTold(cluster);
    }
  }

  /** Nodes that stand by say so; and then rest, as those do that have been there for a while. */
  private static void awaitReady(SmCluster cluster) {
    int master = cluster.master().getAsInt();
    await("the others are ready")
        .atMost(PATIENCE)
        .until(
            () ->
                IntStream.range(0, 3)
                    .allMatch(
                        node ->
                            node == master
                                || cluster.node(node).log().contains("Ready to take over")));
    await("rest").pollDelay(REST).timeout(REST.plus(PATIENCE)).until(() -> true);
  }

  /** Ends masters, one after the other. */
  private static void endMasters(
      SimulatedSubnet subnet,
      SmCluster cluster,
      String how,
      ObjIntConsumer<SmCluster> end,
      Consumer<SmCluster> beforeEach)
      throws Exception {
    Map<Long, Integer> lids = subnet.lids();
    List<Long> times = new ArrayList<>();
    List<Long> silences = new ArrayList<>();
    try (PathClient client =
        new PathClient(subnet.simulator(), PathClient.lastAdapterPort(subnet.fabric()))) {
      for (int kill = 0; kill < KILLS; kill++) {
        await("every pair asked for")
            .atMost(PATIENCE)
            .until(() -> client.pairs() == lids.size() && cluster.master().isPresent());
        beforeEach.accept(cluster);
        times.add(endMaster(cluster, client, end));
        silences.add(TimeUnit.NANOSECONDS.toMillis(client.reign().silenceNs()));
        assertThat(subnet.lids()).isEqualTo(lids);
      }
      assertThat(client.differences()).isEmpty();
    }
    for (int node = 0; node < 3; node++) {
      assertThat(cluster.node(node).get("fabric"))
          .as("the fabric, of whichever node that runs")
          .matches(
              told ->
                  told.isEmpty() || told.get().path("nodes").size() == subnet.fabric().nodeCount());
    }
    String what = "%s, %d times %s: ".formatted(TOPOLOGY, KILLS, how);
    print(what + "first answer of the next master after", times);
    print(what + "no answer at all for", silences);
    assertThat(subnet.unservedPairs()).isZero();
  }

  /** Each term but the first began because the node before had ended, and the history tells how. */
  private static void assertTermsTold(SmCluster cluster) {
    JsonNode events =
        cluster.node(cluster.master().getAsInt()).get("history").orElseThrow().path("events");
    List<String> reasons =
        StreamSupport.stream(events.spliterator(), false)
            .filter(event -> event.path("event").asText().equals("TermStarted"))
            .map(event -> event.path("why").asText())
            .toList();
    String lost = "the node at [0-9.:]+ is lost: .*";
    String left = "the node at [0-9.:]+ (leaves|left)";
    assertThat(reasons.subList(1, reasons.size()))
        .allMatch(why -> why.matches(lost) || why.matches(left));
    assertThat(reasons.stream().filter(why -> why.matches(lost)))
        .hasSizeGreaterThanOrEqualTo(KILLS);
    assertThat(reasons.stream().filter(why -> why.matches(left)))
        .hasSizeGreaterThanOrEqualTo(KILLS);
  }

  private static Map<String, String> settings(H2Server journal) {
    Map<String, String> settings = new HashMap<>(journal.settings());
    if (UNENCRYPTED) {
      settings.put("dateline.security.unencrypted", "accepted");
    }
    return settings;
  }

  private static void print(String what, List<Long> times) {
    Collections.sort(times);
    System.out.printf(
        "%s %s ms, median %d, p95 %d%n", what, times, percentile(times, 50), percentile(times, 95));
  }

  /** The nearest rank. */
  private static long percentile(List<Long> sorted, int percent) {
    return sorted.get((sorted.size() * percent + 99) / 100 - 1);
  }

  /** From the end of the master to the first answer of another node, ms. */
  private static long endMaster(SmCluster cluster, PathClient client, ObjIntConsumer<SmCluster> end)
      throws Exception {
    int master = cluster.master().getAsInt();
    int lid = cluster.lid(master);
    assertThat(client.answeredBy()).isEqualTo(lid);
    long endedNs = System.nanoTime();
    end.accept(cluster, master);
    await("another master answers")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> client.answeredBy() != lid);
    long tookMs = TimeUnit.NANOSECONDS.toMillis(client.answeredAtNs() - endedNs);
    assertThat(cluster.node(master).process().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .isTrue();

    await("one master").atMost(PATIENCE).until(() -> cluster.master().isPresent());
    int next = cluster.master().getAsInt();
    var status = cluster.node(next).awaitSubnetUp(PATIENCE);
    assertThat(status.path("madsSent").has("Set(LinearForwardingTable)")).isFalse();
    cluster.node(next).awaitStatus("layers known", PATIENCE, now -> now.hasNonNull("acyclic"));
    cluster.startNode(master);
    return tookMs;
  }
}
