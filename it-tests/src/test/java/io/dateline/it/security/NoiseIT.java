package io.dateline.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.FreePorts;
import io.dateline.mad.Mad;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import io.dateline.sim.IbsimServer;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole node with noise poured into its port: nothing that it believes, wrote down or programmed
 * may change. {@code -Dnoise.mads=N} pours more, {@code -Dnoise.seed=S} repeats a run.
 */
class NoiseIT {
  private static final int MADS = Integer.getInteger("noise.mads", 1_000_000);
  private static final long SEED = Long.getLong("noise.seed", System.nanoTime());

  /** Poured between two questions that the node has to answer. */
  private static final int BATCH = 2_000;

  private static final long HEAP_GROWTH_MAX = 100L << 20;

  @TempDir private Path folder;

  @Test
  void noiseInTheSimulatedPortChangesNothing() throws Exception {
    try (Simulator simulator = simulator()) {
      int port = simulator.call(fabric -> fabric.fabric().endPorts()[30]);
      try (EmbeddedNode node = start(simulator.attach(port))) {
        pour(node, MADS * 9L / 10);
        assertLinksStillWatched(node, simulator);
      }
    }
  }

  @Test
  void noiseInTheUdpPortChangesNothing() throws Exception {
    try (Simulator simulator = simulator()) {
      int first = FreePorts.udp(4);
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), first);
      try (IbsimServer server = IbsimServer.serve(simulator, address)) {
        int port = server.address().getPort();
        MadTransport transport =
            IbsimTransport.connect(new FabricAddress.Sim("127.0.0.1", port, ""));
        try (EmbeddedNode node = start(transport)) {
          pour(node, MADS / 10);
          assertLinksStillWatched(node, simulator);
        }
      }
    }
  }

  @Test
  void aStormOfTrapsCausesFewSweepsAndNoNewAddresses() throws Exception {
    try (Simulator simulator = simulator()) {
      int port = simulator.call(fabric -> fabric.fabric().endPorts()[30]);
      try (EmbeddedNode node = start(simulator.attach(port))) {
        Noise noise = new Noise(SEED, node.port().captured(), node.endPorts());
        long sweeps = node.status().path("sweeps").asLong();
        String digest = node.status().path("digest").asText();
        long startNs = System.nanoTime();
        for (int poured = 0; poured < MADS / 10; poured++) {
          node.port().pour(noise.trap());
          if (poured % BATCH == 0) {
            assertThat(node.askWhoIsMaster()).as("the answer of the node").isNotNull();
          }
        }
        // A sweep for traps begins a little after the first of them: the storm may be over by then.
        node.awaitStatus(status -> status.path("sweeps").asLong() > sweeps);
        long seconds = 1 + (System.nanoTime() - startNs) / 1_000_000_000L;
        JsonNode after = node.awaitQuiet();
        long caused = after.path("sweeps").asLong() - sweeps;
        System.out.printf("%d traps in %d s: %d sweeps%n", MADS / 10, seconds, caused);
        assertThat(caused).as("heavy sweeps in %d s", seconds).isBetween(1L, 2 + 4 * seconds);
        assertThat(after.path("digest").asText()).isEqualTo(digest);
        assertThat(after.path("warnings").size()).isZero();
      }
    }
  }

  private static Simulator simulator() {
    return new Simulator(new SimulatedFabric(TopologySpec.parse("torus:3x3x3").generate()));
  }

  private EmbeddedNode start(MadTransport transport) throws Exception {
    System.out.println("noise.seed=" + SEED);
    EmbeddedNode node = EmbeddedNode.start(folder, transport, Map.of());
    node.awaitQuiet();
    return node;
  }

  private static void pour(EmbeddedNode node, long mads) throws Exception {
    JsonNode before = node.awaitQuiet();
    long events = node.journaledEvents();
    Mad path = node.askForPath();
    assertThat(path).as("a path record").isNotNull();
    long heap = usedHeap();
    Noise noise = new Noise(SEED, node.port().captured(), node.endPorts());
    long startNs = System.nanoTime();
    for (long poured = 0; poured < mads; poured++) {
      node.port().pour(noise.next());
      if (poured % BATCH == 0) {
        assertThat(node.askWhoIsMaster()).as("the answer after %d MADs", poured).isNotNull();
        assertThat(node.askForPath()).as("a path after %d MADs", poured).isNotNull();
      }
    }
    long millis = (System.nanoTime() - startNs) / 1_000_000;
    JsonNode after = node.awaitQuiet();
    long growth = usedHeap() - heap;
    System.out.printf("%d MADs in %d ms, heap grew by %d KiB%n", mads, millis, growth >> 10);
    for (String field : List.of("role", "term", "generation", "sweeps", "digest", "masterLid")) {
      assertThat(after.path(field)).as(field).isEqualTo(before.path(field));
    }
    assertThat(after.path("subnetUp").asBoolean()).isTrue();
    // Some noise is a subscription that a port may well have: that alone may be written.
    assertThat(node.journaledEvents() - events)
        .as("events in the journal")
        .isBetween(0L, registered(after) - registered(before));
    assertThat(node.askForPath().bytes()).as("the path of before").isEqualTo(path.bytes());
    assertThat(growth).as("growth of the heap").isLessThan(HEAP_GROWTH_MAX);
  }

  private static long registered(JsonNode status) {
    return status.path("subscriptions").asLong() + status.path("services").asLong();
  }

  /** No transaction is stuck: a cable is pulled and put back, and a sweep ends each time. */
  private static void assertLinksStillWatched(EmbeddedNode node, Simulator simulator) {
    long sweeps = node.status().path("sweeps").asLong();
    int links = node.status().path("links").asInt();
    String id = simulator.call(fabric -> "\"" + fabric.fabric().description(1) + "\"[1]");
    simulator.command("Unlink " + id);
    node.awaitStatus(
        status -> status.path("sweeps").asLong() > sweeps && status.path("links").asInt() < links);
    simulator.command("Relink " + id);
    node.awaitStatus(status -> status.path("links").asInt() == links);
    assertThat(node.status().path("portsNotActive").asInt()).isZero();
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
