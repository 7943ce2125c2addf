package io.dateline.it.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import io.dateline.it.kit.Postgresql;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.persistence.journal.JournalSetup;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.observe.PathClient;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A master that is stopped in the middle of a sweep and wakes up as a stranger. {@code
 * -Dpause.seconds=30} stops it for so long.
 */
@Timeout(600)
class PausedMasterIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int PAUSE_SECONDS = Integer.getInteger("pause.seconds", 5);

  private static final String NEXT_EVENT_OF_THE_SUBNET =
      """
      INSERT INTO "event_journal" ("persistence_id", "sequence_number", "writer", "write_timestamp",
        "adapter_manifest", "event_ser_id", "event_ser_manifest", "event_payload")
      SELECT "persistence_id", MAX("sequence_number") + 1, '', 0, '', 0, '', CAST('' AS BYTEA)
      FROM "event_journal" WHERE "persistence_id" LIKE 'subnet|%' GROUP BY "persistence_id"
      """;

  @TempDir Path folder;

  /** Until the master has sent its first Sets after the change. */
  private final CountDownLatch sweeps = new CountDownLatch(5);

  private final AtomicBoolean isAwake = new AtomicBoolean();
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  @Test
  void shouldChangeNothingAndLeaveByItself() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:5x6");
        SmCluster cluster = SmCluster.start(folder, subnet, 3)) {
      Map<Long, Integer> lids = subnet.lids();
      int master = cluster.master().getAsInt();
      try (PathClient client =
          new PathClient(subnet.simulator(), PathClient.lastAdapterPort(subnet.fabric()))) {
        await("every pair asked for").atMost(PATIENCE).until(() -> client.pairs() == lids.size());

        stopWhileItSweeps(subnet, cluster, master);
        long stoppedNs = System.nanoTime();
        await("another master answers")
            .atMost(PATIENCE)
            .until(() -> client.answeredBy() != cluster.lid(master));
        await("one master").atMost(PATIENCE).until(() -> cluster.master().isPresent());
        await("the pause")
            .atMost(Duration.ofSeconds(PAUSE_SECONDS).plus(PATIENCE))
            .until(() -> System.nanoTime() - stoppedNs >= TimeUnit.SECONDS.toNanos(PAUSE_SECONDS));
        isAwake.set(true);
        cluster.signal(master, "CONT");

        assertThat(cluster.node(master).process().waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(taken).as("Sets that took effect").hasValue(0);
        // It may have tried none: what it finds first may be that it was asked to hand over.
        System.out.printf(
            "SIGSTOP for %d s: %d Sets of the old master refused, 0 taken%n",
            PAUSE_SECONDS, refused.get());
        cluster.node(cluster.master().getAsInt()).awaitSubnetUp(PATIENCE);
        assertThat(subnet.lids()).isEqualTo(lids);
        assertThat(client.differences()).isEmpty();
      }
      cluster.startNode(master);
      succeedInTheMiddleOfATransaction(cluster); // with H2
    }
  }

  @Test
  void shouldKeepNobodyFromWritingToPostgresql() throws Exception {
    try (Postgresql journal = Postgresql.start(folder);
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster = SmCluster.start(folder, subnet, 3, journal.settings())) {
      succeedInTheMiddleOfATransaction(cluster);
    }
  }

  /** A master that is stopped between an insert and its commit leaves that number taken. */
  private static void succeedInTheMiddleOfATransaction(SmCluster cluster) throws Exception {
    try (Connection transaction =
        JournalSetup.connect(
            ConfigFactory.parseMap(cluster.settingsOf(0)).withFallback(ConfigFactory.load()))) {
      int master = cluster.master().getAsInt();
      cluster.signal(master, "STOP");
      transaction.setAutoCommit(false);
      try (Statement statement = transaction.createStatement()) {
        assertThat(statement.executeUpdate(NEXT_EVENT_OF_THE_SUBNET)).isEqualTo(1);
      }
      await("another master")
          .atMost(PATIENCE)
          .until(() -> cluster.master().orElse(master) != master);
      cluster.signal(master, "CONT");
      assertThat(cluster.node(master).process().waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  private void watchSetsOf(SimulatedSubnet subnet, int sender) {
    SimulatedFabric.SetObserver observer =
        (senderPort, port, set, isRefused) -> {
          if (senderPort != sender) {
            return;
          }
          sweeps.countDown();
          if (isAwake.get()) {
            (isRefused ? refused : taken).incrementAndGet();
          }
        };
    subnet.simulator().execute(simulated -> simulated.onSet(observer));
  }

  /** Some of the Sets of a sweep have been sent, and others have not. */
  private void stopWhileItSweeps(SimulatedSubnet subnet, SmCluster cluster, int master)
      throws InterruptedException {
    watchSetsOf(subnet, cluster.port(master));
    delay(subnet, 50);
    int cable = subnet.fabric().port(0, 1);
    subnet.unlink(cable);
    assertThat(sweeps.await(1, TimeUnit.MINUTES)).isTrue();
    cluster.signal(master, "STOP");
    delay(subnet, 0);
  }

  /** Every MAD takes so long: a sweep lasts. */
  private static void delay(SimulatedSubnet subnet, long ms) {
    subnet.simulator().execute(simulated -> simulated.delay(ms));
  }
}
