package io.dateline.fabric.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Flows on a row of three switches with a host each. */
class PatternLoadsTest {
  private final Fabric fabric = TopologySpec.parse("mesh:3x1x1").generate();
  private final LidMap lids = lids();
  private final ForwardingTables tables = new ForwardingTables(3, 6);
  private final int[] hosts =
      Arrays.stream(fabric.endPorts())
          .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
          .toArray();

  PatternLoadsTest() {
    for (int host : hosts) {
      for (int node = 0; node < 3; node++) {
        tables.set(node, lids.baseLid(host), towards(node, host));
      }
    }
  }

  private LidMap lids() {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    int lid = 1;
    for (int port : fabric.endPorts()) {
      builder.assign(port, lid++, 0);
    }
    return builder.build();
  }

  private int towards(int node, int host) {
    int home = fabric.switchAt(host);
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int peer = fabric.peer(fabric.port(node, number));
      boolean isNext =
          peer != Fabric.NONE
              && home != node
              && fabric.nodeOf(peer) == node + Integer.signum(home - node);
      if (peer == host || isNext) {
        return number;
      }
    }
    throw new IllegalStateException("no way on");
  }

  private PatternLoads measure(TrafficPattern pattern) {
    return PatternLoads.measure(fabric, lids, Routing.singleLane("test", tables), pattern);
  }

  /** The first sends 3 to the last, the middle one 1 to it, which take the last cable both. */
  @Test
  void shouldShareAChannelByWeight() {
    PatternLoads loads =
        measure(
            new TrafficPattern(
                "test",
                new int[] {hosts[0], hosts[1], hosts[2]},
                new int[] {hosts[2], hosts[2], hosts[0]},
                new double[] {3, 1, 7}));
    assertThat(loads.flows()).isEqualTo(3);
    assertThat(loads.undelivered()).isZero();
    assertThat(loads.byChannel()[hosts[0]]).isEqualTo(3);
    assertThat(loads.byChannel()[fabric.peer(hosts[2])]).isEqualTo(4);
    assertThat(loads.byChannel()[fabric.peer(hosts[1])]).isZero();
    assertThat(loads.max()).isEqualTo(7);
    assertThat(loads.bandwidth()).isEqualTo((0.75 + 0.25 + 1) / 3);
  }

  @Test
  void shouldGiveNothingToWhatDoesNotArrive() {
    tables.set(1, lids.baseLid(hosts[2]), ForwardingTables.NO_PORT);
    PatternLoads loads =
        measure(
            new TrafficPattern(
                "test",
                new int[] {hosts[0], hosts[1], hosts[1]},
                new int[] {hosts[2], hosts[0], hosts[1]},
                new double[] {1, 1, 1}));
    assertThat(loads.undelivered()).isEqualTo(1);
    assertThat(loads.byChannel()[hosts[0]]).isZero();
    assertThat(loads.bandwidth()).isEqualTo(2.0 / 3);
  }
}
