package io.dateline.it.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.mad.AttributeId;
import io.dateline.persistence.journal.H2Server;
import io.dateline.sim.SimulatedFabric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programmers live on all of three nodes, and one that is not the master is lost or stopped. Ports
 * answer no node that does not know their M_Key.
 */
@Timeout(3600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpreadIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofSeconds(Integer.getInteger("pause.seconds", 5));
  private static final int NODES = 3;

  private SimulatedSubnet subnet;
  private H2Server journal;
  private SmCluster cluster;

  /** Blocks of forwarding tables that took effect, by the node that sent them. */
  private final AtomicIntegerArray blocks = new AtomicIntegerArray(NODES);

  private volatile CountDownLatch countdown = new CountDownLatch(0); // of blocks of one node
  private volatile int counted; // that node
  private volatile boolean isLost; // that node
  private final AtomicInteger late = new AtomicInteger(); // Sets from it since then

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    subnet = SimulatedSubnet.start("torus:8x8");
    journal = SmCluster.serveJournal(folder);
    Map<String, String> settings = new HashMap<>(journal.settings());
    settings.put("dateline.spread-programmers-from", "1");
    settings.put("dateline.subnet.m_key_protection_level", "2");
    settings.put("dateline.subnet.m_key_lease_period", "0");
    cluster = SmCluster.start(folder, subnet, NODES, settings);
    SimulatedFabric.SetObserver observer =
        (sender, port, set, isRefused) -> {
          if (isRefused || set.attributeId() != AttributeId.LINEAR_FORWARDING_TABLE) {
            return;
          }
          int node = cluster.nodeAt(sender).orElseThrow();
          blocks.incrementAndGet(node);
          if (node == counted && isLost) {
            late.incrementAndGet();
          }
          if (node == counted) {
            countdown.countDown();
          }
        };
    subnet.simulator().execute(simulated -> simulated.onSet(observer));
  }

  @AfterAll
  void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
    if (journal != null) {
      journal.close();
    }
    if (subnet != null) {
      subnet.close();
    }
  }

  private void forget() {
    for (int node = 0; node < NODES; node++) {
      blocks.set(node, 0);
    }
  }

  private void awaitAllRouted() {
    await("every pair routed").atMost(PATIENCE).until(() -> subnet.unservedPairs() == 0);
  }

  /** Shards follow the nodes with the next look of the coordinator, after ten seconds at most. */
  @Test
  void shouldSendAThirdFromEachNode() throws Exception {
    awaitThirds();
    await("each switch has one home").atMost(PATIENCE).until(() -> switchesOfAll() == 64);
  }

  private void awaitThirds() {
    cluster.awaitQuiet(PATIENCE);
    await("a third from each node").atMost(PATIENCE).untilAsserted(this::programAll);
  }

  private void programAll() throws Exception {
    forget();
    subnet.powerCycleSwitches();
    awaitAllRouted();
    cluster.awaitQuiet(PATIENCE);
    int sent = blocks.get(0) + blocks.get(1) + blocks.get(2);
    System.out.printf("blocks sent by node: %s%n", blocks);
    for (int node = 0; node < NODES; node++) {
      // 20 shards of 64 switches are not alike; SpreadTimes has the fabrics where they are.
      assertThat(blocks.get(node)).isBetween(sent / 5, sent * 7 / 15);
    }
  }

  /** The switches at its ends may be different nodes' to program; all of them know their keys. */
  @Test
  void shouldRepairWhatACableServed() throws Exception {
    cluster.awaitQuiet(PATIENCE);
    long refused = refused();
    int links = links();
    int cable = subnet.fabric().port(0, 1);
    subnet.unlink(cable);
    await("lost").atMost(PATIENCE).until(() -> links() == links - 1);
    awaitAllRouted();
    cluster.awaitQuiet(PATIENCE);
    subnet.relink(cable);
    await("back").atMost(PATIENCE).until(() -> links() == links);
    cluster.awaitQuiet(PATIENCE);
    awaitAllRouted();
    assertThat(refused()).as("MADs refused for their M_Key").isEqualTo(refused);
    assertThat(status().path("warnings")).isEmpty();
    assertThat(status().path("errors")).isEmpty();
  }

  private JsonNode status() {
    return cluster.node(cluster.master().orElseThrow()).get("status").orElseThrow();
  }

  private int links() {
    return status().path("links").asInt();
  }

  private long refused() {
    return subnet
        .simulator()
        .call(simulated -> simulated.stats().refusedGets() + simulated.stats().refusedSets());
  }

  private int switchesOfAll() {
    int count = 0;
    for (int node = 0; node < NODES; node++) {
      count += cluster.node(node).get("status").orElseThrow().path("switchCountHere").asInt();
    }
    return count;
  }

  /** How a node is lost that is not the master. */
  private enum Loss {
    STOPPED,
    KILLED,
    TOLD_TO_END,
    UNPLUGGED
  }

  /** Each at another moment of the programming; {@code -Dspread.runs} and {@code -Dspread.seed}. */
  @Test
  void shouldEndTheSweepWithoutANodeThatIsLost() throws Exception {
    long seed = Long.getLong("spread.seed", new Random().nextLong());
    int runs = Integer.getInteger("spread.runs", 1);
    System.out.printf("lost nodes: -Dspread.seed=%d -Dspread.runs=%d%n", seed, runs);
    Random random = new Random(seed);
    awaitThirds();
    Map<Long, Integer> lids = subnet.lids();
    Loss[] kinds = Loss.values();
    int first = random.nextInt(kinds.length);
    for (int run = 0; run < runs; run++) {
      Loss loss = kinds[(first + run) % kinds.length];
      lose(loss, random);
      assertThat(subnet.lids()).as("after " + loss).isEqualTo(lids);
    }
  }

  private void lose(Loss loss, Random random) throws Exception {
    int master = cluster.master().orElseThrow();
    int lost = (master + 1 + random.nextInt(NODES - 1)) % NODES;
    int port = cluster.port(lost);
    int moment = 1 + random.nextInt(40);
    counted = lost;
    countdown = new CountDownLatch(moment);
    isLost = false;
    subnet.powerCycleSwitches();
    assertThat(countdown.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    switch (loss) {
      case STOPPED -> cluster.signal(lost, "STOP");
      case KILLED -> cluster.kill(lost);
      case TOLD_TO_END -> cluster.terminate(lost);
      case UNPLUGGED -> subnet.unlink(port);
    }
    long lostNs = System.nanoTime();
    awaitAllRouted();
    cluster.node(master).awaitSubnetUp(PATIENCE);
    long term = cluster.node(master).get("status").orElseThrow().path("term").asLong();
    System.out.printf(
        "node %d %s at its block %d: the sweep ends after %d ms, in term %d%n",
        lost, loss, moment, (System.nanoTime() - lostNs) / 1_000_000, term);
    if (loss == Loss.STOPPED) {
      await("the pause").until(() -> System.nanoTime() - lostNs > PAUSE.toNanos());
      isLost = true; // what it had on the wire when it was stopped has arrived
      cluster.signal(lost, "CONT");
      assertThat(cluster.node(lost).process().waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(late).as("Sets of the lost node that took effect").hasValue(0);
    isLost = false;
    if (loss == Loss.UNPLUGGED) {
      subnet.relink(port);
    } else {
      assertThat(cluster.node(lost).process().waitFor(1, TimeUnit.MINUTES)).isTrue();
      cluster.launch(lost);
      cluster.awaitMember(lost);
    }
    awaitThirds();
  }
}
