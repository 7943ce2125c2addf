package io.dateline.routing.torus;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TorusOptions;
import io.dateline.routing.proof.UnicastLanes;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TorusEngineTest {
  @Test
  void shouldRefuseWithoutAConfigurationOrQos() {
    TorusNet net = TorusNet.torus(3, 3, 1);
    assertThat(refusal(net, RoutingOptions.DEFAULTS.with(LaneOptions.QOS)))
        .contains("torus_config");
    assertThat(
            refusal(net, RoutingOptions.DEFAULTS.with(new TorusOptions(Optional.of(net.conf())))))
        .contains("qos");
  }

  @Test
  void shouldRefuseWhatIsNowhere() {
    TorusNet net = TorusNet.torus(3, 3, 1);
    Fabric fabric = net.fabric();
    TorusEngine lost =
        new TorusEngine(1, (any, conf, remembered) -> new FrameOutcome.Refused("no seed"));
    assertThat(lost.route(net.request(fabric)))
        .isEqualTo(new RoutingOutcome.Refused("torus-2QoS", "no seed"));

    TorusFrame empty = new TorusFrame(net.shape(), new Long2IntOpenHashMap());
    TorusEngine blank =
        new TorusEngine(1, (any, conf, remembered) -> new FrameOutcome.Found(empty, List.of()));
    assertThat(((RoutingOutcome.Refused) blank.route(net.request(fabric))).reason())
        .isEqualTo("no switch of the fabric has a place in the torus");
  }

  @Test
  void shouldRefusePortsInOrderThatASwitchDoesNotHave() {
    TorusNet net = TorusNet.torus(3, 3, 1).portOrder(7, 8);
    assertThat(((RoutingOutcome.Refused) net.route(net.fabric(), 1)).reason())
        .isEqualTo("port_order names port 8, switch 0x0000000000000100 \"sw_0_0_0\" has 7");
  }

  /** As OpenSM, which counts a switch's own port with its hosts. */
  @Test
  void shouldRefuseMoreHostsThanAreConfigured() {
    TorusNet net = TorusNet.torus(3, 3, 1).hosts(4).portgroupMaxPorts(4);
    assertThat(((RoutingOutcome.Refused) net.route(net.fabric(), 1)).reason())
        .isEqualTo(
            "portgroup_max_ports is 4 and has to be 5: switch 0x0000000000000100 \"sw_0_0_0\" has"
                + " 4 hosts and its own port");
    assertThat(net.portgroupMaxPorts(5).route(net.fabric(), 1))
        .isInstanceOf(RoutingOutcome.Routed.class);
  }

  @Test
  void shouldRefuseWithoutALaneForTheDateline() {
    TorusNet net = TorusNet.torus(3, 3, 1).dataVls(1);
    assertThat(((RoutingOutcome.Refused) net.route(net.fabric(), 1)).reason())
        .contains("1 data VL");
  }

  /** Ports that could have 8 lanes and are allowed fewer are routed as if they had no more. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 15})
  void shouldUseNoMoreLanesThanAreAllowed(int dataVls) {
    TorusNet able = TorusNet.torus(5, 5, 1).failSwitch(12);
    Fabric fabric = able.fabric();
    RoutingOutcome outcome =
        able.engine(1)
            .route(
                new RoutingRequest(
                    fabric,
                    able.lids(fabric),
                    able.options().with(LaneOptions.DEFAULTS.with(true, dataVls)),
                    null));

    TorusNet unable = TorusNet.torus(5, 5, 1).dataVls(Math.min(dataVls, 8)).failSwitch(12);
    RoutingOutcome expected = unable.route(unable.fabric(), 1);
    switch (expected) {
      case RoutingOutcome.Refused refused -> assertThat(outcome).isEqualTo(refused);
      case RoutingOutcome.Routed routed -> {
        RoutingOutcome.Routed actual = (RoutingOutcome.Routed) outcome;
        assertThat(actual.routing().vlCount()).isEqualTo(routed.routing().vlCount());
        assertThat(actual.routing().tables().equals(routed.routing().tables())).isTrue();
        assertThat(actual.warnings()).isEqualTo(routed.warnings());
        assertThat(judge(able, fabric, actual).vlMask()).isLessThan(1 << dataVls);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7, 8, 15})
  void shouldUseNoMoreLanesThanThereAre(int dataVls) {
    TorusNet net = TorusNet.torus(5, 5, 1).dataVls(dataVls);
    Fabric fabric = net.fabric();
    RoutingOutcome.Routed routed = routed(net, fabric, 1);
    int used = dataVls < 4 ? 2 : dataVls < 8 ? 4 : 8;
    assertThat(routed.routing().vlCount()).isEqualTo(used);
    assertThat(routed.warnings()).hasSize(dataVls < 4 ? 2 : dataVls < 8 ? 1 : 0);
    assertThat(judge(net, fabric, routed).vlMask()).isLessThan(1 << used);
    for (int place = 0; place < net.shape().places(); place++) {
      TorusNet damaged = TorusNet.torus(5, 5, 1).dataVls(dataVls).failSwitch(place);
      boolean isRouted = DamageCheck.of(damaged);
      assertThat(isRouted || dataVls < 4).as("%d VLs: %s", dataVls, damaged).isTrue();
    }
  }

  @Test
  void shouldGiveTheSameForAnyNumberOfThreads() {
    TorusNet net = TorusNet.torus(5, 4, 3).cables(3).hosts(2).failSwitch(7);
    Fabric fabric = net.fabric();
    ForwardingTables alone = routed(net, fabric, 1).routing().tables();
    assertThat(routed(net, fabric, 2).routing().tables().equals(alone)).isTrue();
    assertThat(routed(net, fabric, 5).routing().tables().equals(alone)).isTrue();
  }

  @Test
  void shouldRouteAllLidsOfAnEndPortAlike() {
    TorusNet net = TorusNet.torus(4, 3, 1).cables(2).hosts(2).lmc(2);
    Fabric fabric = net.fabric();
    LidMap lids = net.lids(fabric);
    ForwardingTables tables = routed(net, fabric, 1).routing().tables();
    for (int port : fabric.endPorts()) {
      for (int node = 0; node < fabric.switchCount(); node++) {
        for (int offset = 1; offset < lids.lidCount(port); offset++) {
          assertThat(tables.port(node, lids.baseLid(port) + offset))
              .isEqualTo(tables.port(node, lids.baseLid(port)));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldDealCablesOutEvenly(int cables) {
    TorusNet net = TorusNet.torus(5, 4, 1).cables(cables).hosts(3);
    Fabric fabric = net.fabric();
    LidMap lids = net.lids(fabric);
    ForwardingTables tables = routed(net, fabric, 1).routing().tables();
    for (int node = 0; node < fabric.switchCount(); node++) {
      int[] paths = new int[fabric.externalPortCount(node) + 1];
      for (int port : fabric.endPorts()) {
        if (!fabric.isSwitch(fabric.nodeOf(port))) {
          paths[tables.port(node, lids.baseLid(port))]++;
        }
      }
      for (int direction = 0; direction < 4; direction++) {
        int[] group = IntStream.range(0, cables).toArray();
        int first = 1 + direction * cables;
        int most = IntStream.of(group).map(i -> paths[first + i]).max().orElseThrow();
        int least = IntStream.of(group).map(i -> paths[first + i]).min().orElseThrow();
        assertThat(most).isPositive();
        assertThat(most - least).as("paths of the cables in a direction").isLessThanOrEqualTo(1);
      }
    }
    assertThat(judge(net, fabric, routed(net, fabric, 1)).sound()).isTrue();
  }

  /** A line of two: the first host in order takes the first cable. */
  @Test
  void shouldDealInTheConfiguredOrderOfPorts() {
    Integer[] hosts = {13, 14, 15};
    for (Integer[] order : new Integer[][] {{}, {15}, {14, 13}, {15, 14, 13}}) {
      TorusNet net = TorusNet.torus(2, 1, 1).cables(2).hosts(3).portOrder(order);
      Fabric fabric = net.fabric();
      LidMap lids = net.lids(fabric);
      ForwardingTables tables = routed(net, fabric, 1).routing().tables();
      List<Integer> visited =
          IntStream.concat(
                  List.of(order).stream().mapToInt(Integer::intValue),
                  List.of(hosts).stream()
                      .mapToInt(Integer::intValue)
                      .filter(number -> !List.of(order).contains(number)))
              .boxed()
              .toList();
      for (int i = 0; i < visited.size(); i++) {
        int host = fabric.peer(fabric.port(1, visited.get(i)));
        assertThat(tables.port(0, lids.baseLid(host)))
            .as("host %d in %s", i, visited)
            .isEqualTo(1 + i % 2);
      }
    }
  }

  @Test
  void shouldServeTheTorusBesideASwitchWithoutAPlace() {
    TorusNet net = TorusNet.torus(4, 4, 1);
    Fabric fabric = net.fabric();
    Long2IntOpenHashMap places = new Long2IntOpenHashMap(net.frame().places());
    int outside = fabric.nodeByGuid(0x105);
    places.remove(0x105);
    TorusFrame frame = new TorusFrame(net.shape(), places);
    TorusEngine engine =
        new TorusEngine(1, (any, conf, old) -> new FrameOutcome.Found(frame, List.of("found")));
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) engine.route(net.request(fabric));

    assertThat(routed.memory()).isEqualTo(EngineMemory.NONE.with(Optional.of(frame)));
    assertThat(routed.dumps().get("opensm-torus.dump").lines())
        .hasSize(15)
        .startsWith("switch 0,0,0 GUID 0x0100 (sw_0_0_0)", "switch 1,0,0 GUID 0x0101 (sw_1_0_0)");
    assertThat(routed.warnings())
        .containsExactly(
            "found",
            "packets go round missing switches (1,1,0)",
            "2 end ports are not in the torus and get no routes, as port 1 of 0x0000000000100014"
                + " \"\"");
    LidMap lids = net.lids(fabric);
    assertThat(routed.leftOut())
        .containsExactlyInAnyOrder(fabric.port(outside, 0), fabric.peer(fabric.port(outside, 7)));
    Verdict verdict = judge(net, fabric, routed);
    assertThat(verdict.delivery().undelivered())
        .as("to and from the switch and its host, which reach each other")
        .isEqualTo(4L * (lids.maxLid() - 2));
    int host = fabric.peer(fabric.port(outside, 7));
    assertThat(routed.routing().tables().port(outside, lids.baseLid(host))).isEqualTo(7);
    assertThat(routed.routing().pathSl().sl(lids.baseLid(host), 1)).isZero();
    assertThat(routed.routing().slToVl().vl(outside, 1, 3, 8)).isEqualTo(1);
  }

  /** A file of cables may have a switch that all cables have been pulled from. */
  @Test
  void shouldTakeASwitchWithoutCablesForAMissingOne() {
    TorusNet net = TorusNet.torus(5, 5, 1);
    int alone = net.shape().place(2, 2, 0);
    net.failHop(alone, 0).failHop(alone, 1);
    net.failHop(net.shape().place(1, 2, 0), 0).failHop(net.shape().place(2, 1, 0), 1);
    assertThat(DamageCheck.of(net)).isTrue();
  }

  /** Discovery, routing and memory together: a switch of the only seed fails, and others do. */
  @Test
  void shouldRouteWhatIsLeftFromTheFrameThatItRemembers() {
    TorusNet whole = TorusNet.torus(5, 4, 3);
    TorusEngine engine = new TorusEngine(2);
    RoutingOutcome.Routed first =
        (RoutingOutcome.Routed) engine.route(whole.request(whole.fabric()));
    assertThat(first.memory().torus()).contains(whole.frame());
    assertThat(first.warnings()).isEmpty();

    for (int failed : new int[] {0, 1, 33}) {
      TorusNet net = TorusNet.torus(5, 4, 3).failSwitch(failed).failHop(2, 1);
      Fabric fabric = net.fabric();
      RoutingRequest request = net.request(fabric);
      RoutingOutcome.Routed routed =
          (RoutingOutcome.Routed)
              engine.route(
                  new RoutingRequest(
                      fabric, request.lids(), request.options(), null, first.memory()));
      assertThat(routed.memory()).isEqualTo(first.memory());
      RoutingOutcome.Routed told = routed(net, fabric, 1);
      assertThat(routed.routing().tables().equals(told.routing().tables())).isTrue();
    }
  }

  @Test
  void shouldGoWhereTheRulesSayOnTheirLanes() {
    long seed = Long.getLong("torus.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      List<Integer> radices =
          IntStream.range(0, 3).map(i -> 1 + random.nextInt(5)).boxed().toList();
      List<Boolean> looped = IntStream.range(0, 3).mapToObj(i -> random.nextInt(4) > 0).toList();
      int dataVls = 2 + random.nextInt(8);
      TorusNet net = new TorusNet(new TorusShape(radices, looped)).dataVls(dataVls);
      int places = net.shape().places();
      if (places > 1 && random.nextBoolean()) {
        net.failSwitch(random.nextInt(places));
      }
      if (!net.hops().isEmpty()) {
        net.failHop(net.hops().get(random.nextInt(net.hops().size())));
      }
      if (net.hasLoneSwitch()) {
        continue;
      }
      compare(net, dataVls, "seed %d: %s".formatted(seed, net));
    }
  }

  private static void compare(TorusNet net, int dataVls, String what) {
    Fabric fabric = net.fabric();
    LidMap lids = net.lids(fabric);
    if (!(net.route(fabric, 1) instanceof RoutingOutcome.Routed routed)) {
      return;
    }
    NaiveTorus twin = new NaiveTorus(net);
    Routing wordByWord = twin.routing(fabric, lids, dataVls);
    if (leavesASoundTree(net, UnicastLanes.of(fabric, lids, wordByWord, 1))) {
      assertThat(routed.routing().tables().equals(wordByWord.tables())).as(what).isTrue();
    }
    for (int node = 0; node < fabric.nodeCount(); node++) {
      int ports = fabric.externalPortCount(node);
      for (int in = 0; in <= ports; in++) {
        for (int out = 1; out <= ports; out++) {
          boolean cabled =
              fabric.peer(fabric.port(node, out)) != Fabric.NONE
                  && fabric.peer(fabric.port(node, in)) != Fabric.NONE;
          for (int sl = 0; sl < 16 && cabled; sl++) {
            int expected = fabric.isSwitch(node) ? twin.vl(in, out, sl, dataVls) : sl / 8;
            assertThat(routed.routing().slToVl().vl(node, in, out, sl))
                .as("%s: node %d, %d to %d, SL %d", what, node, in, out, sl)
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  /** Else packets may have to come to missing switches from another side. */
  private static boolean leavesASoundTree(TorusNet net, UnicastLanes taken) {
    Torus torus = Torus.of(net.fabric(), net.frame());
    return taken.alone().acyclic()
        && (MasterTree.candidates(torus)
                .limit(SoundTree.TREES_MAX)
                .anyMatch(tree -> taken.with(tree).acyclic())
            || GrownTree.of(torus, Rings.of(torus), taken, SoundTree.TREES_MAX).isPresent());
  }

  private static String refusal(TorusNet net, RoutingOptions options) {
    Fabric fabric = net.fabric();
    RoutingRequest request = new RoutingRequest(fabric, net.lids(fabric), options, null);
    return ((RoutingOutcome.Refused) net.engine(1).route(request)).reason();
  }

  private static RoutingOutcome.Routed routed(TorusNet net, Fabric fabric, int threads) {
    return (RoutingOutcome.Routed) net.route(fabric, threads);
  }

  private static Verdict judge(TorusNet net, Fabric fabric, RoutingOutcome.Routed routed) {
    return Judge.judge(
        fabric, net.lids(fabric), routed.routing(), new JudgeOptions(Scope.ALL_END_PORTS, 1, 3));
  }
}
