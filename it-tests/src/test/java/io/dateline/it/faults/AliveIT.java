package io.dateline.it.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.persistence.journal.H2Server;
import io.dateline.sim.observe.PathClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A master that is dead inside a living process ends, another node takes over, and an application
 * is answered by that one. {@code -Dalive.deaths=6} has it die in each way, and {@code
 * -Dalive.seed=7} says which are chosen of fewer.
 */
@Tag("alone")
@Timeout(300)
class AliveIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int NODES = 3;
  private static final int COUNT = Integer.getInteger("alive.deaths", 2);
  private static final long SEED = Long.getLong("alive.seed", new Random().nextInt(1 << 20));

  /**
   * A way to die.
   *
   * @param order to {@link FaultyNode}
   * @param exitCode of the process
   * @param reason in its log
   */
  private record Death(String order, int exitCode, String reason) {}

  private static final List<Death> DEATHS =
      List.of(
          new Death("poison manager", 1, "the subnet manager has stopped"),
          new Death("loop manager", 1, "the subnet manager has not answered"),
          new Death("break manager", 1, "the subnet manager fails again and again"),
          new Death("break administrator", 1, "asked through the node's own port, has not"),
          new Death("poison administrator", 1, "subnet administration has stopped"),
          new Death("fill heap", 3, "java.lang.OutOfMemoryError: Java heap space"));

  @TempDir private Path folder;

  private SmCluster cluster(SimulatedSubnet subnet, H2Server journal) throws Exception {
    Map<String, String> settings = SmCluster.patient(FaultyNode.SETTINGS);
    settings.putAll(journal.settings());
    settings.remove("dateline.watchdog.patience");
    return SmCluster.startWith(FaultyNode.environment(), folder, subnet, NODES, settings);
  }

  /**
   * What was seen, and how long after the order.
   *
   * @param answeredMs when an application had its first answer of another node
   * @param takenOverMs when another node said that it is master
   * @param readyMs when the one that was to end last said that it is ready
   * @param endedMs when that one had ended
   */
  private record Watched(long answeredMs, long takenOverMs, long readyMs, long endedMs) {}

  private static long millis(long beganNs, AtomicLong atNs) {
    return TimeUnit.NANOSECONDS.toMillis(atNs.get() - beganNs);
  }

  private static Watched await(SmCluster cluster, PathClient client, int old, long beganNs) {
    int lid = cluster.lid(old);
    SmNodeProcess dying = cluster.node(old);
    AtomicLong answeredNs = new AtomicLong();
    AtomicLong takenOverNs = new AtomicLong();
    AtomicLong readyNs = new AtomicLong(beganNs);
    AtomicLong endedNs = new AtomicLong();
    Awaitility.await("another master, whose answers an application gets")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              Optional<JsonNode> said = dying.get("status", Duration.ofMillis(300));
              if (said.filter(status -> status.path("ready").asBoolean()).isPresent()) {
                readyNs.set(System.nanoTime());
              }
              boolean isAnswered = note(answeredNs, client.answeredBy() != lid);
              boolean isTakenOver = note(takenOverNs, masterBut(cluster, old));
              boolean isDead = note(endedNs, !dying.process().isAlive());
              return isAnswered && isTakenOver && isDead;
            });
    return new Watched(
        millis(beganNs, answeredNs),
        millis(beganNs, takenOverNs),
        millis(beganNs, readyNs),
        millis(beganNs, endedNs));
  }

  /** Keeps when something was seen first; returns whether it was. */
  private static boolean note(AtomicLong firstNs, boolean isSeen) {
    if (isSeen) {
      firstNs.compareAndSet(0, System.nanoTime());
    }
    return firstNs.get() != 0;
  }

  /** Whether another node says that it is master. */
  private static boolean masterBut(SmCluster cluster, int old) {
    for (int node = 0; node < NODES; node++) {
      if (node != old
          && cluster.isRunning(node)
          && cluster
              .node(node)
              .get("status", Duration.ofMillis(300))
              .filter(status -> status.path("role").asText().equals("master"))
              .filter(status -> status.path("subnetUp").asBoolean())
              .isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** One death after the other; whichever node has ended is started again, as systemd does. */
  private void dies(SmCluster cluster, PathClient client, Death death) throws Exception {
    cluster.awaitQuiet(PATIENCE);
    int master = cluster.master().orElseThrow();
    for (int node = 0; node < NODES; node++) {
      cluster.node(node).awaitStatus("ready", PATIENCE, status -> status.path("ready").asBoolean());
    }
    int lid = cluster.lid(master);
    Awaitility.await("the master answers").atMost(PATIENCE).until(() -> client.answeredBy() == lid);
    long beganNs = System.nanoTime();
    cluster.node(master).type(death.order());
    Watched watched = await(cluster, client, master, beganNs);
    System.out.printf("%s: %s%n", death.order(), watched);
    assertThat(cluster.node(master).process().waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(cluster.node(master).process().exitValue())
        .as(death.order())
        .isEqualTo(death.exitCode());
    assertThat(cluster.node(master).log()).contains(death.reason());
    assertThat(watched.readyMs()).as("said that it is ready").isLessThan(watched.endedMs());
    cluster.startNode(master);
  }

  private static List<Death> sample() {
    System.out.println("-Dalive.seed=" + SEED);
    List<Death> deaths = new ArrayList<>(DEATHS);
    Collections.shuffle(deaths, new Random(SEED));
    return deaths.subList(0, COUNT);
  }

  @Test
  void shouldFollowAMasterThatIsDeadInsideALivingProcess() throws Exception {
    try (H2Server journal = SmCluster.serveJournal(folder);
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster = cluster(subnet, journal)) {
      cluster.awaitQuiet(PATIENCE);
      try (PathClient client =
          PathClient.byGids(subnet.simulator(), PathClient.lastAdapterPort(subnet.fabric()))) {
        for (Death death : sample()) {
          dies(cluster, client, death);
        }
        assertThat(client.differences()).isEmpty();
      } catch (AssertionError | RuntimeException e) {
        cluster.tellLogs();
        throw e;
      }
    }
  }
}
