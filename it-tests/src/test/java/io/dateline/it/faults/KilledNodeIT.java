package io.dateline.it.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.FreePorts;
import io.dateline.it.kit.Hardware;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.sim.IbsimServer;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node killed again and again, most often in the middle of a sweep. {@code -Dkills=N} kills more
 * often, {@code -Dkill.seed=S} repeats a run.
 */
class KilledNodeIT {
  private static final int KILLS = Integer.getInteger("kills", 4);
  private static final long SEED = Long.getLong("kill.seed", System.nanoTime());
  private static final Duration PATIENCE = Duration.ofSeconds(50);

  @TempDir private Path folder;

  @Test
  void theNextStartRecoversWithTheSameAddresses() throws Exception {
    System.out.println("kill.seed=" + SEED);
    Random random = new Random(SEED);
    try (Simulator simulator =
            new Simulator(new SimulatedFabric(TopologySpec.parse("torus:4x4").generate()));
        IbsimServer server =
            IbsimServer.serve(
                simulator,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.udp(66)))) {
      String fabric = "sim://127.0.0.1:" + server.address().getPort();
      int[] lids = lids(simulator);
      for (int kill = 0; kill < KILLS; kill++) {
        // A first sweep of this fabric takes about 700 MADs, a later one about 600.
        long mads = random.nextLong(800);
        try (SmNodeProcess node = SmNodeProcess.start(folder, fabric)) {
          awaitMads(simulator, mads);
          System.out.printf("killed after %d MADs, %s%n", mads, node.get("status"));
        }
        int[] now = lids(simulator);
        assertNoneChanged(lids, now);
        lids = now;
      }
      try (SmNodeProcess node = SmNodeProcess.start(folder, fabric)) {
        JsonNode status = node.awaitSubnetUp(PATIENCE);
        assertThat(status.path("portsNotActive").asInt()).isZero();
        assertThat(status.path("warnings").size()).as(status.path("warnings").toString()).isZero();
        assertNoneChanged(lids, lids(simulator));
        assertThat(lids(simulator)).doesNotContain(0);
        assertThat(simulator.call(Hardware::cablesNotActive)).isZero();
      }
    }
  }

  /** Waits until a node that has just been started has sent so many, or has nothing to send. */
  private static void awaitMads(Simulator simulator, long mads) {
    long before = sent(simulator);
    long[] last = {before, System.nanoTime()};
    Awaitility.await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .until(
            () -> {
              long now = sent(simulator);
              if (now != last[0]) {
                last[0] = now;
                last[1] = System.nanoTime();
              }
              boolean idle = now > before + 100 && System.nanoTime() - last[1] > 1_500_000_000L;
              return now - before >= mads || idle;
            });
  }

  private static long sent(Simulator simulator) {
    return simulator.call(fabric -> fabric.stats().sent());
  }

  private static int[] lids(Simulator simulator) {
    return simulator.call(
        fabric -> {
          int[] ports = fabric.fabric().endPorts();
          int[] lids = new int[ports.length];
          for (int i = 0; i < ports.length; i++) {
            lids[i] = fabric.lid(ports[i]);
          }
          return lids;
        });
  }

  private static void assertNoneChanged(int[] before, int[] after) {
    for (int i = 0; i < before.length; i++) {
      if (before[i] != 0) {
        assertThat(after[i]).as("LID of end port %d", i).isEqualTo(before[i]);
      }
    }
  }
}
