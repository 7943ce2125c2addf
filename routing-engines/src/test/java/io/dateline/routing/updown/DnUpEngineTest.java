package io.dateline.routing.updown;

import static io.dateline.routing.Net.lidAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingOutcome.Refused;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.hops.HopMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DnUpEngineTest {
  private static RoutingOutcome route(Fabric fabric, LidMap lids) {
    return new DnUpEngine(2).route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null));
  }

  private static Verdict judge(Fabric fabric, Routed routed) {
    return Judge.judge(
        fabric, Net.lids(fabric, 0), routed.routing(), new JudgeOptions(Scope.ALL_END_PORTS, 2, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus:5x5:1",
        "torus:200:1",
        "hypercube:4:2",
        "mesh:4x5:1",
        "jellyfish:64,8,4,1",
        "dragonfly:4,2,2",
        "ftree:3,4,3:1,3,4"
      })
  void shouldServeAllWithoutCreditLoop(String kind) {
    Fabric fabric = TopologySpec.parse(kind).generate();

    Routed routed = (Routed) route(fabric, Net.lids(fabric, 0));

    assertThat(routed.creditLoopFree()).isTrue();
    assertThat(judge(fabric, routed).sound()).isTrue();
  }

  @Test
  void shouldPutSwitchesAboveThatAreFartherFromAdaptersOrNearerToTheMiddle() {
    // 0 to 4 in a row; adapters at 0, 1, 3 and 4, most of them at 4.
    Net net = new Net().switches(5, 8).host(0, 3).host(1, 3).host(3, 3);
    for (int node = 0; node < 4; node++) {
      net.cable(node, 1, node + 1, 2);
    }
    for (int host = 3; host < 8; host++) {
      net.host(4, host);
    }
    Fabric fabric = net.build();
    SwitchGraph graph = new SwitchGraph(fabric);

    SwitchOrder order =
        DnUpEngine.order(graph, new AdapterDistances(fabric, HopMatrix.of(graph, 1)), new int[0]);

    // 2 has none; of the others 4 is nearest to all adapters, then 3, 1 and 0.
    assertThat(order.topDown()).containsExactly(2, 4, 3, 1, 0);
  }

  @Test
  void shouldUseAllSpinesWhereEachHasStorage() {
    // Spines 0 and 1 with a host each, leaves 2 to 5 with ten.
    Net net = new Net().switches(6, 16).host(0, 16).host(1, 16);
    for (int leaf = 2; leaf < 6; leaf++) {
      net.cable(leaf, 1, 0, leaf).cable(leaf, 2, 1, leaf);
      for (int host = 0; host < 10; host++) {
        net.host(leaf, 3 + host);
      }
    }
    Fabric fabric = net.build();
    LidMap lids = Net.lids(fabric, 0);

    Routed routed = (Routed) route(fabric, lids);

    assertThat(judge(fabric, routed).sound()).isTrue();
    assertThat(judge(fabric, routed).hops().nonMinimal()).isZero();
    ForwardingTables tables = routed.routing().tables();
    assertThat(tables.port(2, lidAt(fabric, lids, 3, 3))).isEqualTo(1);
    assertThat(tables.port(2, lidAt(fabric, lids, 3, 4))).isEqualTo(2);
  }

  @Test
  void shouldRefuseWithoutAdaptersOrSwitches() {
    Fabric bare = new Net().switches(2, 2).cable(0, 1, 1, 1).build();
    Fabric empty = new Fabric.Builder().build();

    assertThat(route(bare, Net.lids(bare, 0)))
        .isEqualTo(
            new Refused(
                "dnup",
                "no leaf switches were found: no adapter is attached to any of the switches"));
    assertThat(route(empty, Net.lids(empty, 0)))
        .isEqualTo(new Refused("dnup", "this is no switched subnet: it has no switches"));
  }

  @Test
  void shouldRefuseToWorkWithoutThreads() {
    assertThatThrownBy(() -> new DnUpEngine(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
