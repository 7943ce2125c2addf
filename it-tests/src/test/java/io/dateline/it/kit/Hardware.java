package io.dateline.it.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Delivery;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.mad.attribute.PortState;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.util.stream.IntStream;

/** What simulated hardware holds, whatever a node believes of it. For {@link Simulator#call}. */
public final class Hardware {
  private Hardware() {}

  /** Ends of cables that are not Active. */
  public static long cablesNotActive(SimulatedFabric simulated) {
    return IntStream.range(0, simulated.fabric().portCount())
        .filter(port -> simulated.peer(port) != Fabric.NONE)
        .filter(port -> simulated.portState(port) != PortState.ACTIVE)
        .count();
  }

  /**
   * LIDs as the ports hold them.
   *
   * @throws IllegalArgumentException if two ports share one, or a range is not aligned to its size
   */
  public static LidMap lids(SimulatedFabric simulated) {
    LidMap.Builder lids = new LidMap.Builder(simulated.fabric());
    for (int port : simulated.fabric().endPorts()) {
      if (simulated.lid(port) != Lid.NONE) {
        lids.assign(port, simulated.lid(port), simulated.portInfo(port).lmc());
      }
    }
    return lids.build();
  }

  /** What the judge says of the tables in the switches, for every end port. */
  static Delivery delivery(SimulatedFabric simulated) {
    Fabric fabric = simulated.fabric();
    LidMap lids = lids(simulated);
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), lids.maxLid());
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int lid = Lid.UNICAST_MIN; lid <= lids.maxLid(); lid++) {
        tables.set(node, lid, simulated.route(node, lid));
      }
    }
    return Judge.judge(
            fabric,
            lids,
            Routing.singleLane("hardware", tables),
            JudgeOptions.of(Scope.ALL_END_PORTS))
        .delivery();
  }

  /** Every end port has its LIDs, every cable is Active, every pair is served. */
  public static void assertUp(Simulator simulator) {
    assertThat(simulator.call(Hardware::cablesNotActive)).as("cables not Active").isZero();
    LidMap lids = simulator.call(Hardware::lids);
    int[] ports = simulator.call(simulated -> simulated.fabric().endPorts());
    assertThat(IntStream.of(ports).allMatch(port -> lids.lidCount(port) > 0))
        .as("every end port has a LID")
        .isTrue();
    Delivery delivery = simulator.call(Hardware::delivery);
    assertThat(delivery.pairs()).isPositive();
    assertThat(delivery.undelivered()).as("pairs not served").isZero();
    assertThat(delivery.loops()).as("loops").isZero();
  }
}
