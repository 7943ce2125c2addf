package io.dateline.routing.dor;

import static io.dateline.routing.Net.lidAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DorEngineTest {
  private static RoutingOutcome.Routed route(Fabric fabric, int lmc, ForwardingTables previous) {
    return (RoutingOutcome.Routed)
        new DorEngine(2)
            .route(
                new RoutingRequest(
                    fabric, Net.lids(fabric, lmc), RoutingOptions.DEFAULTS, previous));
  }

  private static boolean acyclic(Fabric fabric, RoutingOutcome.Routed routed, int lmc) {
    return Judge.judge(
            fabric, Net.lids(fabric, lmc), routed.routing(), JudgeOptions.of(Scope.ALL_END_PORTS))
        .dependencies()
        .acyclic();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mesh:5x4x3:2", "mesh:9x9", "mesh:7", "hypercube:6:1", "torus:2x2x2", "torus:3x2"})
  void shouldClaimThatMeshesAndHypercubesAreFreeOfCreditLoops(String spec) {
    Fabric fabric = TopologySpec.parse(spec).generate();

    RoutingOutcome.Routed routed = route(fabric, 1, null);

    assertThat(routed.creditLoopFree()).isTrue();
    assertThat(routed.warnings()).isEmpty();
    assertThat(acyclic(fabric, routed, 1)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"torus:5x5", "torus:4x4x4", "torus:6"})
  void shouldWarnOfTheCreditLoopsOfATorus(String spec) {
    Fabric fabric = TopologySpec.parse(spec).generate();

    RoutingOutcome.Routed routed = route(fabric, 0, null);

    assertThat(routed.creditLoopFree()).isFalse();
    assertThat(routed.warnings())
        .singleElement()
        .asString()
        .contains("credit loops can form")
        .contains("\"sw_0_0_0\" (" + Guid.format(fabric.nodeGuid(0)) + ") port ");
    assertThat(acyclic(fabric, routed, 0)).isFalse();
  }

  /** Nothing tells dimensions apart any more, and x before y here is y before x there. */
  @Test
  void shouldNotClaimWhatAMeshWithShuffledPortsDoesNotKeep() {
    Fabric fabric =
        TopologySpec.parse("mesh:5x5").withFaults(NetworkFaults.NONE.shufflePorts(3)).generate();

    RoutingOutcome.Routed routed = route(fabric, 0, null);

    assertThat(acyclic(fabric, routed, 0)).isFalse();
    assertThat(routed.creditLoopFree()).isFalse();
  }

  /**
   * Two cables to switch 1, then two to switch 2; beyond both is switch 3 with four hosts.
   *
   * <pre>
   *           == 1 --
   *     0 ==          -- 3 -- four hosts
   *           == 2 --
   * </pre>
   */
  private static Fabric diamond() {
    Net net = new Net().switches(4, 9);
    net.cable(0, 1, 1, 1).cable(0, 3, 1, 2).cable(0, 2, 2, 1).cable(0, 4, 2, 2);
    net.cable(1, 3, 3, 1).cable(2, 3, 3, 2);
    return net.host(3, 5).host(3, 6).host(3, 7).host(3, 8).host(0, 9).build();
  }

  @Test
  void shouldDealOutPathsToTheCablesOfOneNeighbourOnly() {
    Fabric fabric = diamond();
    LidMap lids = Net.lids(fabric, 0);

    ForwardingTables tables = route(fabric, 0, null).routing().tables();

    assertThat(
            IntStream.rangeClosed(5, 8)
                .map(number -> tables.port(0, lidAt(fabric, lids, 3, number))))
        .containsExactly(1, 3, 1, 3);
  }

  @Test
  void shouldRotateTheLidsOfAnEndPortOverTheCablesOfOneNeighbour() {
    Fabric fabric = diamond();
    int base = lidAt(fabric, Net.lids(fabric, 2), 3, 5);

    ForwardingTables tables = route(fabric, 2, null).routing().tables();

    assertThat(IntStream.range(0, 4).map(offset -> tables.port(0, base + offset)))
        .containsExactly(1, 3, 1, 3);
  }

  @Test
  void shouldKeepPreviousPortOnlyInsideItsDimension() {
    Fabric fabric = diamond();
    LidMap lids = Net.lids(fabric, 0);
    ForwardingTables previous = new ForwardingTables(4, lids.maxLid());
    previous.set(0, lidAt(fabric, lids, 3, 5), 3); // the other cable to the same switch
    previous.set(0, lidAt(fabric, lids, 3, 6), 2); // as short, but by the switch that comes second

    ForwardingTables tables = route(fabric, 0, previous).routing().tables();

    assertThat(tables.port(0, lidAt(fabric, lids, 3, 5))).isEqualTo(3);
    assertThat(tables.port(0, lidAt(fabric, lids, 3, 6))).isEqualTo(1);
  }

  @Test
  void shouldRefuseAnEmptyFabric() {
    Fabric fabric = new Net().build();
    RoutingRequest request =
        new RoutingRequest(fabric, Net.lids(fabric, 0), RoutingOptions.DEFAULTS, null);

    assertThat(new DorEngine(1).route(request)).isInstanceOf(RoutingOutcome.Refused.class);
  }

  @Test
  void shouldNeedAThread() {
    assertThatThrownBy(() -> new DorEngine(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
