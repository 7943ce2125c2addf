package io.dateline.sm.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A port that names no other master: its LID and its MasterSMLID are both 0. */
class SuccessorWatchTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static boolean isNamed(Duration patience, BooleanSupplier isHeirThere) throws Exception {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric));
        MadExchange exchange =
            Transactor.open(
                simulator.attach(fabric.port(fabric.switchCount(), 1)), ExchangeSettings.DEFAULT)) {
      return SuccessorWatch.successorNamed(exchange, 0, patience, isHeirThere)
          .toCompletableFuture()
          .get(60, TimeUnit.SECONDS);
    }
  }

  /** All nodes are told to stop at once: the master learns of the others while it waits. */
  @Test
  void shouldNotWaitForASuccessorWhenNoHeirIsLeft() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    assertThat(isNamed(PATIENCE, () -> looks.incrementAndGet() < 4)).isFalse();
    assertThat(looks).hasValue(4);
  }

  @Test
  void shouldWaitAsLongAsItHasPatienceForAnHeir() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    assertThat(isNamed(Duration.ofMillis(100), () -> looks.incrementAndGet() > 0)).isFalse();
    assertThat(looks).hasValueGreaterThan(1);
  }
}
