package io.dateline.it.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sweep that ends badly when some switches forward by its tables already: what is answered from
 * then on is what holds when a later one has ended well. Here min-hop's SL 0 has to give way to the
 * layers of dfsssp.
 */
@Timeout(180)
class HalfProgrammedIT {
  private static final Duration PATIENCE = Duration.ofSeconds(50);
  private static final int LIDS = 2 * 25; // a torus of 25 switches with an adapter each
  private static final int PROGRAMMED = 5;

  @TempDir private Path folder;

  private final Simulator simulator =
      new Simulator(new SimulatedFabric(TopologySpec.parse("torus:5x5").generate()));
  private final int own = simulator.call(fabric -> fabric.fabric().endPorts()[30]);

  /** The Sets of forwarding tables that come after the first few. */
  private static Predicate<Mad> mostTables() {
    Set<Long> arrived = ConcurrentHashMap.newKeySet();
    return mad -> {
      if (isTable(mad) && arrived.size() < PROGRAMMED) {
        arrived.add(mad.transactionId());
      }
      return isTable(mad) && !arrived.contains(mad.transactionId());
    };
  }

  private static boolean isTable(Mad mad) {
    return mad.method() == Mad.SET && mad.attributeId() == AttributeId.LINEAR_FORWARDING_TABLE;
  }

  private static Map<String, String> layered(EmbeddedNode before) {
    Map<String, String> settings = new HashMap<>(before.sameJournal());
    settings.put("dateline.subnet.routing_engine.0", "dfsssp");
    settings.put("dateline.subnet.routing_engine.1", "no_fallback");
    settings.put("dateline.subnet.qos", "true");
    settings.put("dateline.mad.timeout", "50ms");
    return settings;
  }

  /** Min-hop's tables are in the switches, and its node is gone. */
  private EmbeddedNode routedByMinhop() throws Exception {
    EmbeddedNode first = EmbeddedNode.start(folder, simulator.attach(own), Map.of());
    first.awaitQuiet();
    assertThat(levels(first).values()).containsOnly(0);
    first.stop();
    return first;
  }

  /** SLs by "from to", of all pairs. */
  private static Map<String, Integer> levels(EmbeddedNode node) throws InterruptedException {
    Map<String, Integer> levels = new TreeMap<>();
    for (int from = 1; from <= LIDS; from++) {
      for (int to = 1; to <= LIDS; to++) {
        Mad answer = node.askForPath(from, to);
        assertThat(answer).as("an answer").isNotNull();
        assertThat(answer.status()).isZero();
        levels.put(from + " " + to, PathRecord.of(Sa.data(answer)).sl());
      }
    }
    return levels;
  }

  private static long tablesSent(EmbeddedNode node) {
    return node.status().path("madsSent").path("Set(LinearForwardingTable)").asLong();
  }

  private static void awaitDfsssp(EmbeddedNode node) {
    node.awaitStatus(
        status ->
            status.path("subnetUp").asBoolean()
                && status.path("phase").asText().equals("IDLE")
                && status.path("errors").isEmpty()
                && status.path("engine").asText().equals("dfsssp"));
  }

  @Test
  void shouldAnswerByTheTablesThatWereSent() throws Exception {
    EmbeddedNode before = routedByMinhop();
    try (simulator;
        EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(own), layered(before))) {
      node.port().lose(mostTables());
      node.awaitStatus(status -> status.path("errors").toString().contains("not programmed"));
      assertThat(node.status().path("subnetUp").asBoolean()).isFalse();
      Map<String, Integer> meanwhile = levels(node);
      assertThat(meanwhile.values()).contains(0, 1);
      long sent = tablesSent(node);
      await("another try").atMost(PATIENCE).until(() -> tablesSent(node) > sent);
      assertThat(levels(node)).isEqualTo(meanwhile);

      node.port().lose(mad -> false);
      awaitDfsssp(node);
      assertThat(levels(node)).isEqualTo(meanwhile);
    }
  }

  /** Most switches are not even told: their programmers have nowhere to write it down. */
  @Test
  void shouldAnswerByTheTablesThatWereSentWhenTheJournalGoesAway() throws Exception {
    EmbeddedNode before = routedByMinhop();
    CountDownLatch gone = new CountDownLatch(1);
    AtomicBoolean isFirst = new AtomicBoolean(true);
    try (simulator) {
      try (EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(own), layered(before))) {
        node.port()
            .lose(
                mad -> {
                  if (isTable(mad) && isFirst.getAndSet(false)) {
                    takeJournalAway(before);
                    gone.countDown();
                  }
                  return false;
                });
        assertThat(gone.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(levels(node).values()).contains(0, 1);
      }
    }
  }

  private static void takeJournalAway(EmbeddedNode owner) {
    try {
      owner.executeInJournal("ALTER TABLE \"event_journal\" RENAME TO \"gone\"");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whoever comes next is silent, or answers the same. */
  @Test
  void shouldBeSucceededByANodeThatAnswersTheSame() throws Exception {
    EmbeddedNode before = routedByMinhop();
    try (simulator) {
      Map<String, Integer> meanwhile;
      try (EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(own), layered(before))) {
        node.port().lose(mostTables());
        node.awaitStatus(status -> status.path("errors").toString().contains("not programmed"));
        meanwhile = levels(node);
      }
      try (EmbeddedNode next = EmbeddedNode.start(folder, simulator.attach(own), layered(before))) {
        next.port().lose(mostTables());
        next.awaitStatus(status -> status.path("errors").toString().contains("not programmed"));
        assertThat(levels(next)).isEqualTo(meanwhile);

        next.port().lose(mad -> false);
        awaitDfsssp(next);
        assertThat(levels(next)).isEqualTo(meanwhile);
      }
    }
  }
}
