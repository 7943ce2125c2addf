package io.dateline.sm.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnPortTest {
  private static final int HIDDEN = 2;
  private static final int OPEN = 1;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final MadExchange exchange =
      Transactor.open(
          simulator.attach(fabric.port(fabric.switchCount(), 1)), ExchangeSettings.DEFAULT);
  private long key;

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  private boolean isAsked(OwnPort port) {
    long before = simulator.call(simulated -> simulated.stats().answered());
    CompletableFuture<Void> answered = new CompletableFuture<>();
    port.ask(() -> answered.complete(null));
    answered.join();
    return simulator.call(simulated -> simulated.stats().answered()) > before;
  }

  /** A term's key is read before the port is told it: to ask with it would be a violation. */
  @Test
  void shouldLeaveAHiddenPortAloneWhenItsKeyIsNew() {
    OwnPort port = new OwnPort(exchange, new ReadingKeys(guid -> key, HIDDEN));

    assertThat(isAsked(port)).as("no key is known").isFalse();
    key = 7;
    assertThat(isAsked(port)).as("the first term begins").isFalse();
    assertThat(isAsked(port)).isTrue();
    key = 8;
    assertThat(isAsked(port)).as("the next one begins").isFalse();
    assertThat(isAsked(port)).isTrue();
  }

  @Test
  void shouldAskAPortThatAllMayReadAtOnce() {
    OwnPort port = new OwnPort(exchange, new ReadingKeys(guid -> key, OPEN));

    assertThat(isAsked(port)).isTrue();
    key = 7;
    assertThat(isAsked(port)).isTrue();
  }
}
