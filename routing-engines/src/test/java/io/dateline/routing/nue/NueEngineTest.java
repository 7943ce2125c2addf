package io.dateline.routing.nue;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.TreeCoverage;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.ChangingFabric;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.layers.DataVls;
import io.dateline.routing.proof.LayerProof;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class NueEngineTest {
  private static final List<String> KINDS =
      List.of(
          "torus:4x4:1",
          "torus:4x4x4:1",
          "torus:7:2",
          "mesh:3x3x3:2",
          "hypercube:4:2",
          "ftree:4,4:1,4",
          "ftree:2,3,4:1,2,3",
          "dragonfly:4,2,2",
          "jellyfish:20,4,2,5",
          "hyperx:3,3:2",
          "kautz:2,3,1");
  private static final int[] LANES = {0, 1, 2, 3, 4, 8};
  private static final Partitioner NOBODY =
      (graph, weights, parts) -> new Partitioner.Unavailable("nobody");
  private static final NueEngine ENGINE = new NueEngine(2, NOBODY);

  @Property(tries = 150)
  void shouldRouteAnythingWithAnyNumberOfLanes(@ForAll long seed) {
    Random random = new Random(seed);
    Fabric fabric = random.nextInt(4) == 0 ? Net.random(random) : damaged(random);
    if (fabric.nodeCount() == 0) {
      return;
    }
    LidMap lids = Net.lids(fabric, random.nextInt(3));
    int lanes = LANES[random.nextInt(LANES.length)];
    RoutingOptions options = lanes(lanes, random.nextBoolean());
    RoutingOutcome.Routed routed = route(ENGINE, fabric, lids, options, EngineMemory.NONE);

    assertSound(fabric, lids, routed.routing());
    int most = lanes == 0 ? DataVls.of(fabric, options.lanes()).betweenSwitches() : lanes;
    assertThat(routed.routing().vlCount()).isBetween(1, most);
    RoutingOutcome.Routed alone =
        route(new NueEngine(1, NOBODY), fabric, lids, options, EngineMemory.NONE);
    assertThat(alone.routing().tables().equals(routed.routing().tables())).isTrue();
    assertThat(alone.memory()).isEqualTo(routed.memory());
    assertThat(uplinks(alone.routing())).isDeepEqualTo(uplinks(routed.routing()));
    Routing restored =
        ENGINE
            .restore(fabric, lids, options, routed.routing().tables(), routed.memory())
            .flatMap(unicast -> ENGINE.restoreTree(fabric, lids, options, unicast, routed.memory()))
            .orElseThrow();
    assertThat(uplinks(restored)).isDeepEqualTo(uplinks(routed.routing()));
  }

  @Property(tries = 40)
  void shouldLeaveDestinationsInTheirLanes(@ForAll long seed) {
    Random random = new Random(seed);
    TopologySpec spec = TopologySpec.parse(KINDS.get(random.nextInt(KINDS.size())));
    Fabric whole = spec.generate();
    RoutingOptions options = lanes(1 + random.nextInt(8), false);
    LidMap wholeLids = Net.lids(whole, 0);
    RoutingOutcome.Routed before = route(ENGINE, whole, wholeLids, options, EngineMemory.NONE);

    Fabric fabric = spec.withFaults(NetworkFaults.NONE.dropLinks(2, random.nextLong())).generate();
    LidMap lids = Net.lids(fabric, 0);
    RoutingOutcome.Routed after = route(ENGINE, fabric, lids, options, before.memory());

    assertSound(fabric, lids, after.routing());
    for (int port : fabric.endPorts()) {
      int other = whole.endPortByGuid(fabric.portGuid(port));
      int known = wholeLids.baseLid(other);
      assertThat(after.routing().pathSl().sl(1, lids.baseLid(port)))
          .isEqualTo(before.routing().pathSl().sl(1, known));
    }
  }

  @Test
  void shouldRestoreTheLanesThatWereGranted() {
    Fabric fabric = TopologySpec.parse("torus:4x4x4:1").generate();
    LidMap lids = Net.lids(fabric, 1);
    RoutingOutcome.Routed routed = route(ENGINE, fabric, lids, lanes(4, false), EngineMemory.NONE);

    Routing restored =
        ENGINE
            .restore(
                fabric, lids, RoutingOptions.DEFAULTS, routed.routing().tables(), routed.memory())
            .orElseThrow();

    assertThat(restored.vlCount()).isEqualTo(4);
    for (int lid = 1; lid <= lids.maxLid(); lid++) {
      assertThat(restored.pathSl().sl(2, lid)).isEqualTo(routed.routing().pathSl().sl(2, lid));
    }
    assertThat(
            ENGINE.restore(
                fabric, lids, RoutingOptions.DEFAULTS, restored.tables(), EngineMemory.NONE))
        .isEmpty();
  }

  @Test
  void shouldKeepLanesHoweverUnevenWhatIsLeftOfAFabricIs() {
    ChangingFabric changing = new ChangingFabric(TopologySpec.parse("mesh:3x3:2").generate(), 0);
    Fabric whole = changing.present();
    LidMap lids = changing.lids(whole);
    RoutingOutcome.Routed before = route(ENGINE, whole, lids, lanes(4, false), EngineMemory.NONE);
    for (int node = 0; node < 6; node++) {
      changing.lose(node);
    }
    Fabric left = changing.present();
    LidMap leftLids = changing.lids(left);

    RoutingOutcome.Routed after = route(ENGINE, left, leftLids, lanes(4, false), before.memory());

    for (int lid : leftLids.usedLids()) {
      assertThat(after.routing().pathSl().sl(lid, lid))
          .isEqualTo(before.routing().pathSl().sl(lid, lid));
    }
  }

  @Test
  void shouldDivideAnewWhereThereAreMoreLanes() {
    Fabric fabric = TopologySpec.parse("torus:4x4x4:1").generate();
    LidMap lids = Net.lids(fabric, 0);
    EngineMemory two = route(ENGINE, fabric, lids, lanes(2, false), EngineMemory.NONE).memory();

    assertThat(route(ENGINE, fabric, lids, lanes(8, false), two).routing().vlCount()).isEqualTo(8);
  }

  /** 212 if every LID has its paths once, one switch after the other. */
  @Test
  void shouldRelieveTheBusiestChannelBySecondTurns() {
    Fabric fabric = TopologySpec.parse("hypercube:6:2").generate();
    LidMap lids = Net.lids(fabric, 0);

    Routing routing = route(ENGINE, fabric, lids, lanes(8, false), EngineMemory.NONE).routing();

    Verdict verdict = Judge.judge(fabric, lids, routing, JudgeOptions.of(Scope.CHANNEL_ADAPTERS));
    assertThat(verdict.loads().max()).isLessThanOrEqualTo(140);
    for (int home = 0; home < fabric.switchCount(); home++) {
      int own = lids.baseLid(fabric.port(home, 0));
      for (int node = 0; node < fabric.switchCount(); node++) {
        if (node != home) { // in the last paths to adapters there, not in those of before
          assertThat(ports(routing, node, fabric, lids, home))
              .contains(routing.tables().port(node, own));
        }
      }
    }
  }

  /** By which a switch sends to the adapters at another one. */
  private static List<Integer> ports(
      Routing routing, int node, Fabric fabric, LidMap lids, int home) {
    return IntStream.rangeClosed(1, fabric.externalPortCount(home))
        .map(number -> fabric.peer(fabric.port(home, number)))
        .filter(peer -> peer != Fabric.NONE && !fabric.isSwitch(fabric.nodeOf(peer)))
        .mapToObj(peer -> routing.tables().port(node, lids.baseLid(peer)))
        .toList();
  }

  @Test
  void shouldUseOneLaneWithoutQos() {
    Fabric fabric = TopologySpec.parse("torus:4x4:1").generate();
    LidMap lids = Net.lids(fabric, 0);
    RoutingOptions options = RoutingOptions.DEFAULTS.with(LaneOptions.DEFAULTS.withNue(4, false));

    RoutingOutcome.Routed routed = route(ENGINE, fabric, lids, options, EngineMemory.NONE);

    assertThat(routed.routing().vlCount()).isEqualTo(1);
    assertThat(routed.warnings())
        .containsExactly(
            "nue_max_num_vls asks for 4 virtual lanes, but qos is FALSE: one lane is used");
  }

  @Test
  void shouldUseNoMoreLanesThanLinksHave() {
    Fabric fabric = TopologySpec.parse("torus:4x4x4:1").generate();
    LidMap lids = Net.lids(fabric, 0);

    RoutingOutcome.Routed routed = route(ENGINE, fabric, lids, lanes(12, false), EngineMemory.NONE);

    assertThat(routed.routing().vlCount()).isEqualTo(8);
    assertThat(routed.warnings()).hasSize(1);
  }

  private static int[][] uplinks(Routing routing) {
    return routing.multicast().map(MulticastTree::uplinks).orElse(new int[0][]);
  }

  @Test
  void shouldJoinSwitchesOfATreeByTheShortestWay() {
    Fabric fabric = TopologySpec.parse("ftree:4,4:1,4").generate();
    RoutingOutcome.Routed routed =
        route(ENGINE, fabric, Net.lids(fabric, 0), lanes(1, false), EngineMemory.NONE);

    MulticastTree tree = routed.routing().multicast().orElseThrow();

    assertThat(tree.serviceLevels()).containsExactly(0);
    for (int node = 0; node < fabric.switchCount(); node++) {
      int hops = 0;
      for (int at = node; at != tree.root(); at = fabric.nodeOf(fabric.peer(tree.uplink(at, 0)))) {
        hops++;
      }
      assertThat(hops).isLessThanOrEqualTo(2);
    }
  }

  private static Fabric damaged(Random random) {
    NetworkFaults faults =
        NetworkFaults.NONE
            .dropLinks(random.nextInt(5), random.nextLong())
            .dropSwitches(random.nextInt(3), random.nextLong());
    return TopologySpec.parse(KINDS.get(random.nextInt(KINDS.size())))
        .withFaults(faults)
        .generate();
  }

  private static RoutingOptions lanes(int most, boolean includesSwitches) {
    return RoutingOptions.DEFAULTS.with(LaneOptions.QOS.withNue(most, includesSwitches));
  }

  private static RoutingOutcome.Routed route(
      NueEngine engine, Fabric fabric, LidMap lids, RoutingOptions options, EngineMemory memory) {
    RoutingOutcome outcome = engine.route(new RoutingRequest(fabric, lids, options, null, memory));
    assertThat(outcome).isInstanceOf(RoutingOutcome.Routed.class);
    return (RoutingOutcome.Routed) outcome;
  }

  /** Everybody reaches everybody that cables lead to, switches included, and nothing can lock. */
  private static void assertSound(Fabric fabric, LidMap lids, Routing routing) {
    Verdict verdict = Judge.judge(fabric, lids, routing, JudgeOptions.of(Scope.ALL_END_PORTS));
    assertThat(verdict.delivery().undelivered()).isEqualTo(verdict.delivery().disconnected());
    assertThat(verdict.dependencies().cycle()).isEmpty(); // of packets to groups, too
    assertThat(verdict.multicast().isPresent()).isEqualTo(fabric.switchCount() > 0);
    assertThat(verdict.multicast().map(TreeCoverage::complete)).isNotEqualTo(Optional.of(false));
    assertThat(LayerProof.of(fabric, lids, routing, 1).acyclic()).isTrue();
  }
}
