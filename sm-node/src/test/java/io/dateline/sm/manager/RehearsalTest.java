package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.NodeEvent.StandbyReady;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.config.LiveSettings;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.state.SubnetState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A standby that reads what there is to read of a torus of nine switches. */
class RehearsalTest {
  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final int own = fabric.port(fabric.nodeCount() - 1, 1);
  private final MadExchange exchange =
      Transactor.open(simulator.attach(own), ExchangeSettings.DEFAULT);
  private final SmStanding standing =
      new SmStanding(fabric.portGuid(own), ServiceKeys.set(1, 1), () -> 0);
  private final Queue<Runnable> computing = new ArrayDeque<>();
  private final List<StandbyReady> ready = new ArrayList<>();
  private final ForwardingTables tables =
      new ForwardingTables(fabric.switchCount(), fabric.endPorts().length);
  private boolean sawElder = true;
  private final KnownSubnet known =
      new KnownSubnet(
          new LiveSettings(SubnetSettings.of(ConfigFactory.load())), fabric.portGuid(own));
  private final Rehearsal rehearsal =
      new Rehearsal(
          known,
          "own",
          standing,
          () -> sawElder,
          () -> TermKeys.shared(1),
          computing::add,
          ready::add);

  RehearsalTest() {
    standing.appear();
  }

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  private ReplicaView journaled(long generation, byte spoiled) throws Exception {
    return JournaledSubnet.read(exchange, fabric, tables, generation, spoiled);
  }

  private void compute() {
    while (!computing.isEmpty()) {
      computing.poll().run();
    }
  }

  @Test
  void shouldRehearseEveryRoutingOnceAndSayOnceThatItIsReady() throws Exception {
    ReplicaView first = journaled(5, (byte) 0);
    rehearsal.accept(first);
    compute();
    assertThat(ready)
        .singleElement()
        .satisfies(
            told -> {
              assertThat(told.node()).isEqualTo("own");
              assertThat(told.term()).isEqualTo(1);
              assertThat(told.generation()).isEqualTo(5);
            });

    rehearsal.accept(first);
    rehearsal.accept(new ReplicaView(2, first.subnet(), first.tables()));
    assertThat(computing).as("the same routing").isEmpty();
    rehearsal.accept(journaled(5, (byte) 0));
    assertThat(computing).as("nodes have said more").hasSize(1);
    compute();
    rehearsal.accept(journaled(6, (byte) 0));
    assertThat(computing).as("the next routing").hasSize(1);
    compute();
    assertThat(ready).hasSize(1);
  }

  @Test
  void shouldKeepTheSubnetForWhoeverTakesItFirst() throws Exception {
    SubnetState read = journaled(5, (byte) 0).subnet();
    KnownSubnet.Parts learned = known.learn(read).orElseThrow();
    SubnetState other = journaled(6, (byte) 0).subnet();

    assertThat(known.take(read).orElseThrow()).isSameAs(learned);
    assertThat(known.take(read).orElseThrow()).as("taken before").isNotSameAs(learned);
    known.learn(read);
    KnownSubnet.Parts taken = known.take(other).orElseThrow();
    assertThat(taken.subnet().number()).as("of another state").isEqualTo(6);
  }

  @Test
  void shouldTryAgainWhenMoreHasBeenReadWhereItWasNotAllThere() throws Exception {
    ReplicaView partial = journaled(5, (byte) 1);
    rehearsal.accept(partial);
    compute();
    assertThat(ready).isEmpty();

    rehearsal.accept(partial);
    assertThat(computing).as("nothing more was read").isEmpty();
    rehearsal.accept(journaled(5, (byte) 0));
    compute();
    assertThat(ready).hasSize(1);
  }

  @Test
  void shouldRehearseOnceAtATime() throws Exception {
    rehearsal.accept(journaled(5, (byte) 0));
    rehearsal.accept(journaled(6, (byte) 0));

    assertThat(computing).hasSize(1);
  }

  @Test
  void shouldRehearseNothingWhereItDoesNotStandByAnother() throws Exception {
    ReplicaView view = journaled(5, (byte) 0);
    standing.enter(SmState.MASTER);
    rehearsal.accept(view);
    standing.enter(SmState.STANDBY);
    sawElder = false;
    rehearsal.accept(view);
    sawElder = true;
    rehearsal.accept(ReplicaView.EMPTY);
    assertThat(computing).isEmpty();

    rehearsal.accept(view);
    assertThat(computing).as("as soon as it does").hasSize(1);
  }
}
