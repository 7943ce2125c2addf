package io.dateline.routing.lash;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LashEngineTest {
  private static Fabric fabric(String spec) {
    return TopologySpec.parse(spec).generate();
  }

  /**
   * Two cables between any two switches next to each other, and two adapters a switch.
   *
   * <pre>
   *     0 == 1 == 2 == ... == 0
   *     ||   ||   ||
   * </pre>
   */
  private static Fabric doubleRing(int switches) {
    Net net = new Net().switches(switches, 8);
    for (int node = 0; node < switches; node++) {
      int next = (node + 1) % switches;
      net.cable(node, 1, next, 3).cable(node, 2, next, 4).host(node, 5).host(node, 6);
    }
    return net.build();
  }

  /** How many layers OpenSM 3.3.23 takes on the same fabrics, less or as many here. */
  @ParameterizedTest
  @CsvSource({
    "torus:4:1, 2, 1",
    "torus:5:1, 2, 2",
    "torus:6:1, 3, 2",
    "torus:6x5:1, 4, 3",
    "mesh:6x6:2, 1, 1",
    "hypercube:5:1, 1, 1",
    "'ftree:4,4,4:1,4,4', 3, 2",
    "'dragonfly:4,2,2', 3, 3",
    "'hyperx:4,4,4:2', 1, 1",
    "'kautz:3,3,4', 6, 4",
    "'torus:5x5x5:2', 6, 4"
  })
  void shouldTakeNoMoreLayersThanOpensm(String spec, int opensm, int here) {
    int layers = LashSample.layers(fabric(spec), LashSample.QOS);
    assertThat(layers).isEqualTo(here).isLessThanOrEqualTo(opensm);
  }

  /** First paths seen take 7 of 8 lanes, which leaves no room for paths that a fault moves. */
  @Test
  void shouldLookForDimensionsWhereFewLanesAreLeft() {
    assertThat(LashSample.layers(fabric("torus:6x6x6:1"), LashSample.QOS)).isLessThanOrEqualTo(5);
  }

  @Test
  void shouldShareParallelCablesAndStaySound() {
    Fabric fabric = doubleRing(5);
    LidMap lids = Net.lids(fabric, 0);
    Routing routing = LashSample.routed(fabric, lids, LashSample.QOS);
    LashSample.examine(fabric, lids, routing);
    int one = routing.tables().port(0, Net.lidAt(fabric, lids, 1, 5));
    int other = routing.tables().port(0, Net.lidAt(fabric, lids, 1, 6));
    assertThat(Set.of(one, other)).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void shouldSendAllLidsOfAPortByTheSameSwitches() {
    Fabric fabric = doubleRing(6);
    LidMap lids = Net.lids(fabric, 2);
    Routing routing = LashSample.routed(fabric, lids, LashSample.QOS);
    LashSample.examine(fabric, lids, routing);
    int base = Net.lidAt(fabric, lids, 3, 5);
    for (int node = 0; node < fabric.switchCount(); node++) {
      Set<Integer> next = new HashSet<>();
      for (int lid = base; lid < base + 4; lid++) {
        int peer = fabric.peer(fabric.port(node, routing.tables().port(node, lid)));
        next.add(fabric.nodeOf(peer));
      }
      assertThat(next).hasSize(1);
    }
  }

  @Test
  void shouldBeginWithTheStartVl() {
    Fabric fabric = fabric("torus:5:2");
    LidMap lids = Net.lids(fabric, 0);
    Routing routing = LashSample.routed(fabric, lids, LashSample.lanes(8, 3, false));
    LashSample.examine(fabric, lids, routing);
    Set<Integer> levels = new HashSet<>();
    for (int lid = 2; lid <= lids.maxLid(); lid++) {
      levels.add(routing.pathSl().sl(1, lid));
    }
    assertThat(levels).containsExactlyInAnyOrder(3, 4);
    assertThat(routing.vlCount()).isEqualTo(5);
  }

  @Test
  void shouldRefuseAStartVlThatNoPortHas() {
    assertThat(LashSample.refusal(fabric("torus:5:1"), LashSample.lanes(4, 4, false)))
        .contains("start VL too high", "lash_start_vl is 4", "there are 4 lanes");
  }

  @Test
  void shouldSayHowManyLanesAreNeededWhereTheyAreTooFew() {
    assertThat(LashSample.refusal(fabric("torus:5:1"), LashSample.lanes(4, 3, false)))
        .isEqualTo("lane requirements (up to 2) exceed available lanes (4) with starting lane (3)");
  }

  @Test
  void shouldTakeOneLaneWithoutQos() {
    assertThat(LashSample.layers(fabric("mesh:4x4:1"), RoutingOptions.DEFAULTS)).isEqualTo(1);
    assertThat(LashSample.refusal(fabric("torus:5:1"), RoutingOptions.DEFAULTS))
        .contains("lane requirements (up to 2) exceed available lanes (1)", "qos is FALSE");
  }

  @Test
  void shouldRefuseAFabricWithoutNodes() {
    assertThat(LashSample.refusal(new Fabric.Builder().build(), LashSample.QOS)).contains("empty");
  }

  @Test
  void shouldSayThatSwitchesAreNoMesh() {
    Fabric fabric = fabric("jellyfish:20,4,2,5");
    RoutingOutcome outcome =
        LashSample.route(fabric, Net.lids(fabric, 0), LashSample.lanes(8, 0, true));
    assertThat(((RoutingOutcome.Routed) outcome).warnings())
        .containsExactly("do_mesh_analysis: the switches are not cabled as a cartesian mesh");
  }

  /** Without it OpenSM takes 3 layers on a mesh whose ports are in no order, and so do we. */
  @Test
  void shouldNeedOneLayerOnAnyMeshThatIsAnalysed() {
    Fabric shuffled =
        TopologySpec.parse("mesh:6x6:2").withFaults(NetworkFaults.NONE.shufflePorts(3)).generate();
    assertThat(LashSample.layers(shuffled, LashSample.QOS)).isBetween(2, 3);
    assertThat(LashSample.layers(shuffled, LashSample.lanes(8, 0, true))).isEqualTo(1);
  }

  @Test
  void shouldKeepCables() {
    Fabric fabric = doubleRing(5);
    LidMap lids = Net.lids(fabric, 0);
    ForwardingTables tables = LashSample.routed(fabric, lids, LashSample.QOS).tables();
    RoutingRequest again = new RoutingRequest(fabric, lids, LashSample.QOS, tables);
    RoutingOutcome outcome = new LashEngine(1).route(again);
    assertThat(((RoutingOutcome.Routed) outcome).routing().tables()).isEqualTo(tables);
  }
}
