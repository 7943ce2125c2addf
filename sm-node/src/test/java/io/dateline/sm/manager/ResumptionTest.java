package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.SubnetEvent.DatelineFixed;
import io.dateline.persistence.event.SubnetEvent.FrameReset;
import io.dateline.persistence.event.SubnetEvent.RoutingActivated;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.event.SubnetEvent.SwitchesPlaced;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.state.SubnetState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A successor of a master that has routed by torus-2QoS. */
class ResumptionTest {
  private static final TorusShape SHAPE =
      new TorusShape(List.of(4, 3, 1), List.of(true, true, true));

  private final Fabric fabric = TopologySpec.parse("torus:4x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final int own = fabric.port(fabric.switchCount(), 1);
  private final MadExchange exchange =
      Transactor.open(simulator.attach(own), ExchangeSettings.DEFAULT);
  private final SubnetSettings settings = SubnetSettings.of(ConfigFactory.load());
  private final ForwardingTables tables = new ForwardingTables(fabric.switchCount(), 24);
  private final ReplicaView read;
  private final SubnetState routed;

  ResumptionTest() throws Exception {
    read = JournaledSubnet.read(exchange, fabric, tables, 5, (byte) 0);
    SubnetState placed =
        read.subnet()
            .apply(new DatelineFixed(SHAPE, "test", 1))
            .apply(new SwitchesPlaced(guids(), places(0), "test", 1));
    RoutingPlanned before = placed.active();
    routed =
        placed
            .apply(
                new RoutingPlanned(
                    6,
                    before.topologyId(),
                    "torus-2QoS",
                    "",
                    before.digest(),
                    before.switches(),
                    before.endPorts(),
                    "test",
                    1,
                    List.of(),
                    placed.memory().of(fabric).digest()))
            .apply(new RoutingActivated(6, "test", 2));
  }

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  private long[] guids() {
    long[] guids = new long[fabric.switchCount()];
    for (int node = 0; node < guids.length; node++) {
      guids[node] = fabric.nodeGuid(node);
    }
    return guids;
  }

  /** By their names, moved in x. */
  private int[] places(int shift) {
    int[] places = new int[fabric.switchCount()];
    for (int node = 0; node < places.length; node++) {
      String[] words = fabric.description(node).split("_", -1);
      places[node] =
          SHAPE.place((Integer.parseInt(words[1]) + shift) % 4, Integer.parseInt(words[2]), 0);
    }
    return places;
  }

  private Optional<HeavySweep> resumed(SubnetState state) {
    return new KnownSubnet(() -> settings, fabric.portGuid(own))
        .learn(state)
        .flatMap(known -> Resumption.of(state, settings, known, read.tables(), 0));
  }

  @Test
  void shouldGrantTheSlsOfTheFrame() {
    HeavySweep last = resumed(routed).orElseThrow();

    assertThat(last.routing.engine()).isEqualTo("torus-2QoS");
    Fabric found = last.found.fabric();
    int crossing = 0;
    for (int from : found.endPorts()) {
      for (int to : found.endPorts()) {
        int fromLid = last.lids.lids().baseLid(from);
        int toLid = last.lids.lids().baseLid(to);
        crossing += last.routing.pathSl().sl(fromLid, toLid) > 0 ? 1 : 0;
      }
    }
    assertThat(crossing).as("pairs around a dateline").isPositive();
    assertThat(last.memory).isEqualTo(routed.memory());
  }

  @Test
  void shouldSweepWhereTheFrameIsNotTheOneThatSlsWereGrantedFrom() {
    assertThat(resumed(routed.apply(new FrameReset("test", 1)))).isEmpty();
    assertThat(resumed(routed.apply(new SwitchesPlaced(new long[] {7}, new int[] {0}, "test", 1))))
        .as("a switch was replaced")
        .isEmpty();
    assertThat(resumed(routed.apply(new SwitchesPlaced(guids(), places(1), "test", 1)))).isEmpty();
  }
}
