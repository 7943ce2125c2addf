package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.sa.TableReader.Manner;
import io.dateline.mad.Mad;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Subnet administration, and sweeps, when many ports ask at once, or one asks without end. */
@Timeout(180)
class SaCrowdIT {
  private static final int READERS = 100;
  private static final int SLOW = 20;
  private static final int SILENT = 10;
  private static final int QUESTIONS = 2_000;
  private static final int FLOOD_BURST = 200;
  private static final int ROUNDS = 3;

  @TempDir private Path folder;

  private record Sweeps(long quietMillis, long floodedMillis) {}

  @Test
  void shouldSendTheTableOfAllNodesToAHundredPortsAtOnce() throws Exception {
    Fabric fabric = TopologySpec.parse("torus:6x6:3").generate();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric));
        EmbeddedNode node =
            EmbeddedNode.start(folder, simulator.attach(hosts(fabric)[0]), Map.of())) {
      node.awaitQuiet();
      int masterLid = simulator.call(simulated -> simulated.lid(hosts(fabric)[0]));
      List<TableReader> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        Manner manner =
            i < SLOW ? Manner.SLOW : i < SLOW + SILENT ? Manner.FALLS_SILENT : Manner.PROMPT;
        readers.add(new TableReader(simulator.attach(hosts(fabric)[1 + i]), manner));
      }
      long beganNs = System.nanoTime();
      List<CompletableFuture<Integer>> tables = new ArrayList<>();
      for (TableReader reader : readers) {
        CompletableFuture<Integer> table = reader.read(masterLid);
        if (reader.manner() != Manner.FALLS_SILENT) {
          tables.add(table);
        }
      }
      for (CompletableFuture<Integer> table : tables) {
        assertThat(table.get(60, TimeUnit.SECONDS)).isEqualTo(fabric.nodeCount());
      }
      System.out.printf(
          "%d tables of %d nodes in %d ms%n",
          tables.size(), fabric.nodeCount(), (System.nanoTime() - beganNs) / 1_000_000);
      JsonNode status = node.awaitStatus(told -> events(told, "TRANSFER_FAILED") == SILENT);
      assertThat(events(status, "TRANSFER_COMPLETED")).isEqualTo(READERS - SILENT);
      readers.forEach(TableReader::close);
    }
  }

  /** One port asks as fast as it can, another one for a path at a time; cables come and go. */
  @Test
  void shouldAnswerAndSweepWhileAPortFloods() throws Exception {
    Fabric fabric = TopologySpec.parse("torus:8x8:2").generate();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric));
        EmbeddedNode node =
            EmbeddedNode.start(folder, simulator.attach(hosts(fabric)[0]), Map.of())) {
      node.awaitQuiet();
      long[] quiet = new long[ROUNDS];
      long[] flooded = new long[ROUNDS];
      sweep(simulator, fabric, node); // both are warm then
      micros(node);
      List<Sweeps> sweeps = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        quiet[round] = micros(node);
        long quietSweep = sweep(simulator, fabric, node);
        AtomicBoolean isOver = new AtomicBoolean();
        Thread flood = Thread.startVirtualThread(() -> flood(node, isOver));
        flooded[round] = micros(node);
        sweeps.add(new Sweeps(quietSweep, sweep(simulator, fabric, node)));
        isOver.set(true);
        flood.join();
      }
      System.out.printf(
          "99th percentile of paths in us: %s, flooded %s; sweeps in ms: %s%n",
          Arrays.toString(quiet), Arrays.toString(flooded), sweeps);
      Arrays.sort(flooded);
      assertThat(flooded[ROUNDS / 2]).as("a path, in us, beside a flood").isLessThan(250_000);
      long[] floodedSweeps = sweeps.stream().mapToLong(Sweeps::floodedMillis).sorted().toArray();
      assertThat(floodedSweeps[ROUNDS / 2]).as("a sweep, in ms, beside a flood").isLessThan(5_000);
    }
  }

  private static void flood(EmbeddedNode node, AtomicBoolean isOver) {
    for (long i = 0; !isOver.get(); i++) {
      node.port().pour(EmbeddedNode.pathQuestion(1, 3, i));
      if (i % FLOOD_BURST == 0) { // some 100,000 a second
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
    }
  }

  /** The 99th percentile of the time that paths take, asked for one at a time from LID 2. */
  private static long micros(EmbeddedNode node) throws Exception {
    long[] micros = new long[QUESTIONS];
    for (int i = 0; i < QUESTIONS; i++) {
      long beganNs = System.nanoTime();
      Mad answer = node.port().ask(EmbeddedNode.pathQuestion(2, 3, (1L << 40) + i), 20_000);
      micros[i] = (System.nanoTime() - beganNs) / 1_000;
      assertThat(answer).isNotNull();
      assertThat(answer.status()).isZero();
    }
    Arrays.sort(micros);
    return micros[QUESTIONS * 99 / 100];
  }

  /** A cable between switches is pulled out and plugged in; the time of the last sweep, in ms. */
  private static long sweep(Simulator simulator, Fabric fabric, EmbeddedNode node) {
    int cable = fabric.port(0, 1);
    long before = node.status().path("generation").asLong();
    simulator.call(simulated -> simulated.unlink(cable));
    long without = awaitSweep(node, before).path("generation").asLong();
    simulator.call(simulated -> simulated.relink(cable));
    return awaitSweep(node, without).path("sweepMillis").asLong();
  }

  private static JsonNode awaitSweep(EmbeddedNode node, long generation) {
    return node.awaitStatus(
        status ->
            status.path("generation").asLong() > generation
                && status.path("subnetUp").asBoolean()
                && status.path("phase").asText().equals("IDLE"));
  }

  private static long events(JsonNode status, String event) {
    return status.path("saEvents").path(event).asLong();
  }

  private static int[] hosts(Fabric fabric) {
    return Arrays.stream(fabric.endPorts())
        .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
        .toArray();
  }
}
