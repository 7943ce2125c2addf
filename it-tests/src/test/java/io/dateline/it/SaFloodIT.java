package io.dateline.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.Mad;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Questions to subnet administration that come much faster than they can be answered. */
@Timeout(180)
class SaFloodIT {
  private static final int QUESTIONS = 1_000_000;

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

  private static long events(EmbeddedNode node, String event) {
    return node.status().path("saEvents").path(event).asLong();
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
