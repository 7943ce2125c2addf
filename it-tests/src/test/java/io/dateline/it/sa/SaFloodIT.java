package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Guid;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.BroadcastGroup;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.Hardware;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.fair.QuotaSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Questions to subnet administration that come much faster than they can be answered. */
@Timeout(180)
class SaFloodIT {
  private static final int QUESTIONS = 1_000_000;
  private static final int FLOOD_BURST = 500;
  private static final int JOINS = 2000;
  private static final String MANAGER = "subnet|";

  /** The queues of the exchange and of subnet administration, full: about 130 MB. */
  private static final long HEAP_GROWTH_MAX = 200L << 20;

  @TempDir private Path folder;

  @Test
  void shouldDropWhatItCannotHoldAndAnswerAgain() throws Exception {
    try (Simulator simulator =
        new Simulator(new SimulatedFabric(TopologySpec.parse("torus:3x3").generate()))) {
      int port = simulator.call(fabric -> fabric.fabric().endPorts()[10]);
      try (EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(port), Map.of())) {
        node.awaitQuiet();
        Mad path = node.askForPath();
        long answered = events(node, "ANSWERED");
        long heap = usedHeap();
        for (int i = 0; i < QUESTIONS; i++) {
          node.port().pour(EmbeddedNode.pathQuestion(1, 2, i));
        }
        long growth = usedHeap() - heap;
        await("an answer").atMost(Duration.ofMinutes(1)).until(() -> node.askForPath() != null);
        long dropped = events(node, "OVERRUN");
        long served = events(node, "ANSWERED") - answered;
        System.out.printf(
            "%d questions: %d answered, %d dropped at the door, heap grew by %d MiB%n",
            QUESTIONS, served, dropped, growth >> 20);

        assertThat(growth).as("growth of the heap during the flood").isLessThan(HEAP_GROWTH_MAX);
        assertThat(dropped).isPositive();
        assertThat(served).isPositive();
        assertThat(served + dropped).isLessThanOrEqualTo(QUESTIONS + 100);
        assertThat(node.askForPath().bytes()).isEqualTo(path.bytes());
        JsonNode status = node.awaitQuiet();
        assertThat(status.path("role").asText()).isEqualTo("master");
        assertThat(status.path("warnings")).isEmpty();
        Hardware.assertUp(simulator);
      }
    }
  }

  /** One port asks as fast as it can; another one asks once at a time, and waits for its answer. */
  @Test
  void shouldServeAPortWhileAnotherOneFloods() throws Exception {
    try (Simulator simulator =
        new Simulator(new SimulatedFabric(TopologySpec.parse("torus:3x3").generate()))) {
      int port = simulator.call(fabric -> fabric.fabric().endPorts()[10]);
      try (EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(port), Map.of())) {
        node.awaitQuiet();
        AtomicBoolean isOver = new AtomicBoolean();
        Thread flood =
            Thread.startVirtualThread(
                () -> {
                  for (long i = 0; !isOver.get(); i++) {
                    // In bursts as large as what the exchange takes, or it would lose others' too.
                    node.port().pour(tableQuestion(1, i));
                    if (i % FLOOD_BURST == 0) {
                      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                    }
                  }
                });
        try {
          node.awaitStatus(status -> refusals(status, "TRANSFERS") > 0);
          for (int i = 0; i < 20; i++) {
            Mad answer = node.port().ask(tableQuestion(2, (1L << 40) + i), 20_000);
            assertThat(answer).as("question %d", i).isNotNull();
            assertThat(answer.status()).as("question %d", i).isZero();
          }
        } finally {
          isOver.set(true);
          flood.join();
        }
        JsonNode offender = node.status().path("quotas").path("offenders").path(0);
        System.out.printf("the flood: %s%n", offender);
        assertThat(offender.path("portGuid").asText())
            .isEqualTo(Guid.format(simulator.call(fabric -> guidOf(fabric, 1))));
      }
    }
  }

  /** What a client that joins and leaves without a pause makes the node write. */
  @Test
  void shouldWriteLittleForAPortThatJoinsAndLeavesWithoutEnd() throws Exception {
    try (Simulator simulator =
        new Simulator(new SimulatedFabric(TopologySpec.parse("torus:3x3").generate()))) {
      int port = simulator.call(fabric -> fabric.fabric().endPorts()[10]);
      try (EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(port), Map.of())) {
        node.awaitQuiet();
        long guid = simulator.call(fabric -> guidOf(fabric, 1));
        long before = node.journaledEvents(MANAGER);
        long beganNs = System.nanoTime();
        int asked = 0;
        int busy = 0;
        for (; asked < JOINS; asked++) {
          Mad answer =
              node.port()
                  .ask(
                      new MadPacket(BroadcastGroup.change(asked % 2 == 0, guid, asked), 1, 1, 1, 0),
                      20_000);
          busy += answer.status() == Mad.STATUS_BUSY ? 1 : 0;
        }
        double seconds = (System.nanoTime() - beganNs) / 1e9;
        long events = node.journaledEvents(MANAGER) - before;
        System.out.printf(
            "%d joins and leaves in %.1f s: %d BUSY, %d events%n", asked, seconds, busy, events);
        QuotaSettings quotas = QuotaSettings.DEFAULTS;
        assertThat(events)
            .isLessThanOrEqualTo(
                quotas.joinsBurst() + (long) (quotas.joinsPerSecond() * seconds) + 1);
        assertThat(refusals(node.status(), "JOINS")).isEqualTo(busy).isPositive();
        long other = simulator.call(fabric -> guidOf(fabric, 2));
        assertThat(BroadcastGroup.joinOf(node, 2, other, 1L << 40).status())
            .as("another port")
            .isZero();
      }
    }
  }

  private static MadPacket tableQuestion(int lid, long transactionId) {
    return new MadPacket(
        Sa.request(Mad.GET_TABLE, AttributeId.NODE_RECORD, 0, 0, 0, new byte[108])
            .transactionId(transactionId),
        1,
        lid,
        1,
        0);
  }

  private static long guidOf(SimulatedFabric fabric, int lid) {
    for (int port : fabric.fabric().endPorts()) {
      if (fabric.lid(port) == lid) {
        return fabric.fabric().portGuid(port);
      }
    }
    throw new IllegalStateException("nobody has LID " + lid);
  }

  private static long refusals(JsonNode status, String quota) {
    return status.path("quotas").path("refusals").path(quota).asLong();
  }

  private static long events(EmbeddedNode node, String event) {
    return node.status().path("saEvents").path(event).asLong();
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
