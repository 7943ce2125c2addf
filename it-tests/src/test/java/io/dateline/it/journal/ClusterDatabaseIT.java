package io.dateline.it.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.JournaledTerms;
import io.dateline.it.kit.PathQuestions;
import io.dateline.it.kit.Postgresql;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.mad.sa.PathRecord;
import io.dateline.sim.observe.PathClient;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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

  private static final long NOT_KNOWN = -1;

  @TempDir Path folder;

  @Test
  void shouldLoseNothing() throws Exception {
    try (Postgresql database = Postgresql.start(folder);
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:5x6");
        SmCluster cluster =
            SmCluster.start(folder, subnet, 3, SmCluster.patient(database.settings()))) {
      Map<Long, Integer> lids = subnet.lids();
      int application = PathClient.lastAdapterPort(subnet.fabric());
      // Nothing is routed anew while the journal is away.
      int cable = subnet.cableBeside(application, cluster.port(cluster.master().getAsInt()));
      try (PathClient client = new PathClient(subnet.simulator(), application)) {
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

      killWhileTheJournalIsAway(database, subnet, cluster);
    }
  }

  /**
   * The master dies while the journal is away: the next one answers what it has read, and changes
   * nothing before it could begin a term.
   */
  private static void killWhileTheJournalIsAway(
      Postgresql database, SimulatedSubnet subnet, SmCluster cluster) throws Exception {
    Map<Long, Integer> lids = subnet.lids();
    long term = status(cluster).path("term").asLong();
    Map<Long, Long> keys = subnet.mKeys();
    int port = PathClient.lastAdapterPort(subnet.fabric());
    int master = cluster.master().getAsInt();
    long generation = awaitFollowed(cluster);
    Map<Integer, PathRecord> before;
    try (PathQuestions questions = new PathQuestions(subnet.simulator(), port)) {
      before = questions.askAll(cluster.lid(master), lids.values());
      assertThat(before).hasSameSizeAs(lids.values());

      database.stop();
      cluster.kill(master);
      long killedNs = System.nanoTime();
      String answers = "; answers as of generation " + generation;
      await("a node that answers")
          .atMost(PATIENCE)
          .until(() -> waiting(cluster, answers).isPresent());
      System.out.printf(
          "The journal away, the master killed: the next one answers after %d ms%n",
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killedNs));
      int next = waiting(cluster, answers).getAsInt();
      Map<Integer, PathRecord> now = questions.askAll(cluster.lid(next), lids.values());
      assertThat(now.keySet()).isEqualTo(before.keySet());
      now.forEach((lid, path) -> assertThat(path.bytes()).isEqualTo(before.get(lid).bytes()));
      JsonNode told = cluster.node(next).get("status").orElseThrow();
      assertThat(told.path("generation").asLong()).isEqualTo(generation);
      assertThat(told.path("madsSent").toString()).doesNotContain("Set(");
      assertThat(subnet.mKeys()).as("nothing is written").isEqualTo(keys);
      int other = 3 - master - next;
      assertThat(questions.askAll(cluster.lid(other), lids.values()))
          .as("who is not the next one does not answer")
          .isEmpty();
    }
    database.start();
    await("one master").atMost(PATIENCE).until(() -> cluster.master().isPresent());
    JsonNode again = cluster.node(cluster.master().getAsInt()).awaitSubnetUp(PATIENCE);
    assertThat(again.path("term").asLong()).isEqualTo(term + 1);
    assertThat(again.path("madsSent").has("Set(LinearForwardingTable)")).isFalse();
    assertThat(subnet.lids()).isEqualTo(lids);
    JournaledTerms.assertOthers(keys, subnet.mKeys());
  }

  /** As when the server's host loses its power, and another one takes its address. */
  @Test
  void shouldConnectAnewToAServerThatFellSilent() throws Exception {
    try (Postgresql database = Postgresql.start(folder);
        SilentRelay relay = SilentRelay.to(database.port());
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster = SmCluster.start(folder, subnet, 3, through(relay, database))) {
      int master = cluster.master().getAsInt();
      awaitFollowed(cluster);
      int links = status(cluster).path("links").asInt();
      int cable =
          subnet.cableBeside(PathClient.lastAdapterPort(subnet.fabric()), cluster.port(master));

      relay.fallSilent();

      subnet.unlink(cable);
      awaitLinks(cluster, links - 1);
      awaitMetrics(cluster, "dateline_journal_available", 1);
      awaitFollowed(cluster);
      assertThat(cluster.master()).hasValue(master);

      joinThoughTheClaimHasRunOut(database, cluster, master);
    }
  }

  private static Map<String, String> through(SilentRelay relay, Postgresql database) {
    Map<String, String> settings = new HashMap<>(database.settings());
    settings.computeIfPresent(
        "dateline.persistence.postgresql.url",
        (key, url) -> url.replace(":" + database.port() + "/", ":" + relay.port() + "/"));
    settings.put("dateline.persistence.postgresql.silence-timeout", "2s");
    return SmCluster.patient(settings);
  }

  /** What its members claim has run out when the database comes back, and they can all be met. */
  private static void joinThoughTheClaimHasRunOut(
      Postgresql database, SmCluster cluster, int master) throws Exception {
    int standby = (master + 1) % 3;
    long term = status(cluster).path("term").asLong();
    cluster.kill(standby);
    letClaimsRunOut(database);

    cluster.launch(standby);
    awaitMetrics(cluster, "dateline_replica_following", 1);

    await("one master").atMost(PATIENCE).until(() -> cluster.master().isPresent());
    assertThat(cluster.master()).hasValue(master);
    assertThat(status(cluster).path("term").asLong()).isEqualTo(term);
  }

  /** Those there are, and whatever is claimed from now on. */
  private static void letClaimsRunOut(Postgresql database) throws SQLException {
    database.execute(
        """
        CREATE FUNCTION run_out() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN NEW.expires_ms := 1; RETURN NEW; END'\
        """,
        """
        CREATE TRIGGER run_out BEFORE INSERT OR UPDATE ON dateline_lease
        FOR EACH ROW EXECUTE FUNCTION run_out()\
        """,
        "UPDATE dateline_lease SET expires_ms = 1");
  }

  /** Waits until all replicas know of the master's generation, and returns that. */
  private static long awaitFollowed(SmCluster cluster) {
    cluster.awaitQuiet(PATIENCE);
    return await("all follow")
        .atMost(PATIENCE)
        .until(
            () -> {
              OptionalInt master = cluster.master();
              long generation =
                  master.isEmpty()
                      ? NOT_KNOWN
                      : cluster
                          .node(master.getAsInt())
                          .get("status")
                          .map(status -> status.path("generation").asLong())
                          .orElse(NOT_KNOWN);
              boolean allFollow =
                  IntStream.range(0, 3)
                      .allMatch(
                          node ->
                              says(
                                      cluster,
                                      node,
                                      "dateline_replica_generation",
                                      (double) generation)
                                  && says(cluster, node, "dateline_replica_lag_events", 0));
              return allFollow ? generation : NOT_KNOWN;
            },
            generation -> generation != NOT_KNOWN);
  }

  /** The node that waits for the journal, in these words. */
  private static OptionalInt waiting(SmCluster cluster, String how) {
    return IntStream.range(0, 3)
        .filter(cluster::isRunning)
        .filter(
            node ->
                cluster
                    .node(node)
                    .get("status")
                    .map(status -> status.path("role").asText())
                    .filter(role -> role.startsWith("waiting for the journal:"))
                    .filter(role -> role.endsWith(how))
                    .isPresent())
        .findFirst();
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
      int asked = node;
      await("%s %s of node %d".formatted(sample, value, node))
          .atMost(PATIENCE)
          .until(() -> says(cluster, asked, sample, value));
    }
  }

  private static boolean says(SmCluster cluster, int node, String sample, double value) {
    return cluster
        .node(node)
        .metrics()
        .filter(told -> Double.valueOf(value).equals(told.get(sample)))
        .isPresent();
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
