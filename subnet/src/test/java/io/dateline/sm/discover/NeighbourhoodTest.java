package io.dateline.sm.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The nodes around a port, of switches most of whose ports have no cable. */
class NeighbourhoodTest {
  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final int own = fabric.switchCount(); // the first adapter
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final MadExchange exchange =
      Transactor.open(simulator.attach(fabric.port(own, 1)), ExchangeSettings.DEFAULT);

  @AfterEach
  void stop() throws Exception {
    exchange.close();
    simulator.close();
  }

  private Neighbourhood.Seen look() throws Exception {
    return Neighbourhood.look(exchange).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void shouldSeeAllAndWaitForNoPortWithoutALink() throws Exception {
    int unplugged = fabric.port(own + 3, 1);
    simulator.call(simulated -> simulated.unlink(unplugged));

    Neighbourhood.Seen seen = look();

    assertThat(seen.switches()).hasSize(9);
    assertThat(seen.others())
        .hasSize(7)
        .doesNotContain(fabric.nodeGuid(own), fabric.nodeGuid(own + 3));
    assertThat(exchange.stats().retries()).isZero();
    assertThat(exchange.stats().timeouts()).isZero();
  }
}
