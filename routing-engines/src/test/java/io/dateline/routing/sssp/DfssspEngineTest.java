package io.dateline.routing.sssp;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DfssspEngineTest {
  private static RoutingOutcome route(String spec, LaneOptions lanes, int threads) {
    Fabric fabric = TopologySpec.parse(spec).generate();
    RoutingOptions options = RoutingOptions.DEFAULTS.with(lanes);
    return new DfssspEngine(threads)
        .route(new RoutingRequest(fabric, Net.lids(fabric, 0), options, null));
  }

  private static String reason(RoutingOutcome outcome) {
    return ((RoutingOutcome.Refused) outcome).reason();
  }

  /** At most as many as OpenSM 3.3.23 takes, which counts paths between adapters alone. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "torus:5x5:1 | 3",
        "torus:4x4x4:1 | 3",
        "hypercube:6:2 | 1",
        "mesh:4x4:1 | 1",
        "dragonfly:4,2,2 | 4",
        "jellyfish:48,6,3,7 | 4"
      })
  void shouldNeedFewLanes(String spec, int lanes) {
    RoutingOutcome.Routed routed =
        (RoutingOutcome.Routed) route(spec, LaneOptions.QOS.with(true, lanes), 2);
    assertThat(routed.routing().vlCount()).isLessThanOrEqualTo(lanes);

    Fabric fabric = TopologySpec.parse(spec).generate();
    Verdict verdict =
        Judge.judge(
            fabric, Net.lids(fabric, 0), routed.routing(), JudgeOptions.of(Scope.ALL_END_PORTS));
    assertThat(verdict.dependencies().acyclic()).isTrue();
    assertThat(verdict.delivery().undelivered()).isZero();
    assertThat(verdict.hops().nonMinimal()).isZero();
  }

  /** The tables that balance best need a layer more than others there. */
  @ParameterizedTest
  @ValueSource(longs = {1, 99})
  void shouldTakeFewerLanesWhereThereAreFewer(long ports) {
    Fabric fabric =
        TopologySpec.parse("hypercube:3:1")
            .withFaults(NetworkFaults.NONE.shufflePorts(ports))
            .generate();

    assertThat(lanes(fabric, 4)).isEqualTo(2);
    assertThat(lanes(fabric, 1)).isEqualTo(1);
  }

  /**
   * In dimension order, though tables that are balanced twice carry less on the busiest channel.
   */
  @Test
  void shouldTakeOneLaneOnACubeWithTwoCablesLess() {
    Fabric fabric =
        TopologySpec.parse("hypercube:5:2")
            .withFaults(NetworkFaults.NONE.dropLinks(2, 45))
            .generate();

    assertThat(lanes(fabric, 3)).isEqualTo(1);
  }

  /** Two lanes stay free. What each of the others carries is about its part. */
  @ParameterizedTest
  @ValueSource(
      strings = {"jellyfish:64,8,4,1", "torus:4x4x4:1", "ftree:4,4,4:1,4,4", "dragonfly:4,2,2"})
  void shouldSpreadPathsOverLanesThatAreToSpare(String spec) {
    Fabric fabric = TopologySpec.parse(spec).generate();
    LidMap lids = Net.lids(fabric, 0);
    RoutingOutcome.Routed routed =
        (RoutingOutcome.Routed) route(spec, LaneOptions.QOS.with(true, 8), 2);
    long[] paths = new long[8];
    for (int from : fabric.endPorts()) {
      for (int to : fabric.endPorts()) {
        boolean isBetweenSwitches = isApart(fabric, from, to);
        if (isBetweenSwitches) {
          paths[routed.routing().pathSl().sl(lids.baseLid(from), lids.baseLid(to))]++;
        }
      }
    }
    assertThat(routed.routing().vlCount()).isEqualTo(6);
    double part = Arrays.stream(paths).sum() / 6.0;
    for (int lane = 0; lane < 6; lane++) {
      assertThat(paths[lane] / part)
          .as("lane %d of %s", lane, Arrays.toString(paths))
          .isBetween(0.9, 1.1);
    }
    Verdict verdict =
        Judge.judge(fabric, lids, routed.routing(), JudgeOptions.of(Scope.ALL_END_PORTS));
    assertThat(verdict.dependencies().acyclic()).isTrue();
  }

  /** Adapters at two switches. */
  private static boolean isApart(Fabric fabric, int from, int to) {
    return fabric.portNumber(from) > 0
        && fabric.portNumber(to) > 0
        && fabric.nodeOf(fabric.peer(from)) != fabric.nodeOf(fabric.peer(to));
  }

  private static int lanes(Fabric fabric, int most) {
    RoutingOptions options = RoutingOptions.DEFAULTS.with(LaneOptions.QOS.with(true, most));
    RoutingOutcome outcome =
        new DfssspEngine(2).route(new RoutingRequest(fabric, Net.lids(fabric, 0), options, null));
    assertThat(outcome).isInstanceOf(RoutingOutcome.Routed.class);
    return ((RoutingOutcome.Routed) outcome).routing().vlCount();
  }

  /** Also tables that go by the order of ties, which the torus has. */
  @ParameterizedTest
  @ValueSource(strings = {"torus:4x4x4:1", "hypercube:4:2", "jellyfish:48,6,3,7"})
  void shouldFindWhatItRemembersWithoutTablesOfBefore(String spec) {
    Fabric fabric = TopologySpec.parse(spec).generate();
    LidMap lids = Net.lids(fabric, 0);
    RoutingOptions options = RoutingOptions.DEFAULTS.with(LaneOptions.QOS);
    RoutingOutcome.Routed first =
        (RoutingOutcome.Routed)
            new DfssspEngine(2).route(new RoutingRequest(fabric, lids, options, null));

    RoutingOutcome.Routed second =
        (RoutingOutcome.Routed)
            new DfssspEngine(2)
                .route(new RoutingRequest(fabric, lids, options, null, first.memory()));

    assertThat(second.memory()).isEqualTo(first.memory());
    assertThat(second.routing().tables().equals(first.routing().tables())).isTrue();
  }

  @Test
  void shouldRouteTwoAdaptersWithoutASwitchAgain() {
    Fabric.Builder builder = new Fabric.Builder();
    builder.link(
        builder.node(NodeType.CA, 1, 1),
        1,
        builder.node(NodeType.CA, 2, 1),
        1,
        LinkWidth.X4,
        LinkSpeed.EDR);
    Fabric fabric = builder.build();
    LidMap lids = Net.lids(fabric, 0);
    RoutingOptions options = RoutingOptions.DEFAULTS.with(LaneOptions.QOS);
    RoutingOutcome.Routed first =
        (RoutingOutcome.Routed)
            new DfssspEngine(1).route(new RoutingRequest(fabric, lids, options, null));

    RoutingOutcome second =
        new DfssspEngine(1)
            .route(
                new RoutingRequest(
                    fabric, lids, options, first.routing().tables(), first.memory()));

    assertThat(second).isInstanceOf(RoutingOutcome.Routed.class);
  }

  @Test
  void shouldRefuseWithoutQos() {
    assertThat(reason(route("torus:4x4:1", LaneOptions.DEFAULTS, 1)))
        .isEqualTo(
            "qos is FALSE: the lanes of this engine would not be programmed; set qos to TRUE");
  }

  @Test
  void shouldSayHowManyLanesItNeeds() {
    assertThat(reason(route("torus:7:1", LaneOptions.QOS.with(true, 1), 2)))
        .isEqualTo("2 layers are needed; data VLs that links between switches have and may use: 1");
  }

  /** As few as OpenSM's dfsssp takes, which leaves out paths from and to switches' own ports. */
  @ParameterizedTest
  @CsvSource({
    "ftree:4;4;4:1;4;4, 1, true",
    "model:odin, 1, true",
    "model:deimos, 1, false",
    "model:deimos, 3, true"
  })
  void shouldNotBeRefusedForWantOfLanesForSwitches(
      String separated, int lanes, boolean isFreeOfLoops) {
    String spec = separated.replace(';', ',');
    Fabric fabric = TopologySpec.parse(spec).generate();
    LidMap lids = Net.lids(fabric, 0);
    RoutingOptions options = RoutingOptions.DEFAULTS.with(LaneOptions.QOS.with(true, lanes));
    RoutingRequest request = new RoutingRequest(fabric, lids, options, null);
    RoutingOutcome.Routed first = (RoutingOutcome.Routed) new DfssspEngine(2).route(request);
    RoutingOutcome.Routed second =
        (RoutingOutcome.Routed)
            new DfssspEngine(2)
                .route(
                    new RoutingRequest(
                        fabric, lids, options, first.routing().tables(), first.memory()));

    assertThat(first.creditLoopFree()).isEqualTo(isFreeOfLoops);
    assertThat(first.warnings()).hasSize(isFreeOfLoops ? 0 : 1);
    assertThat(first.routing().vlCount()).isLessThanOrEqualTo(lanes);
    assertThat(isFree(fabric, lids, first.routing(), Scope.CHANNEL_ADAPTERS)).isTrue();
    assertThat(isFree(fabric, lids, first.routing(), Scope.ALL_END_PORTS)).isEqualTo(isFreeOfLoops);
    assertThat(second.warnings()).isEqualTo(first.warnings());
    assertThat(second.memory()).isEqualTo(first.memory());
    assertThat(second.routing().tables().equals(first.routing().tables())).isTrue();
  }

  private static boolean isFree(Fabric fabric, LidMap lids, Routing routing, Scope scope) {
    return Judge.judge(fabric, lids, routing, JudgeOptions.of(scope)).dependencies().acyclic();
  }

  @Test
  void shouldFindTheSameWithAnyNumberOfThreads() {
    RoutingOutcome.Routed one = (RoutingOutcome.Routed) route("torus:5x5:2", LaneOptions.QOS, 1);
    RoutingOutcome.Routed many = (RoutingOutcome.Routed) route("torus:5x5:2", LaneOptions.QOS, 5);
    assertThat(many.routing().tables().equals(one.routing().tables())).isTrue();
    assertThat(many.memory()).isEqualTo(one.memory());
  }

  @Test
  void shouldRestoreTheSlsThatWereGranted() {
    String spec = "torus:5x5:2";
    Fabric fabric = TopologySpec.parse(spec).generate();
    LidMap lids = Net.lids(fabric, 0);
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) route(spec, LaneOptions.QOS, 2);
    Routing restored =
        new DfssspEngine(1)
            .restore(
                fabric,
                lids,
                RoutingOptions.DEFAULTS,
                routed.routing().tables(),
                routed.memory().of(fabric))
            .orElseThrow();

    assertThat(restored.vlCount()).isEqualTo(routed.routing().vlCount());
    for (int from = 1; from <= lids.maxLid(); from++) {
      for (int to = 1; to <= lids.maxLid(); to++) {
        assertThat(restored.pathSl().sl(from, to))
            .isEqualTo(routed.routing().pathSl().sl(from, to));
      }
    }
  }

  @Test
  void shouldNotGuessSls() {
    String spec = "torus:5x5:2";
    Fabric fabric = TopologySpec.parse(spec).generate();
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) route(spec, LaneOptions.QOS, 2);
    assertThat(
            new DfssspEngine(1)
                .restore(
                    fabric,
                    Net.lids(fabric, 0),
                    RoutingOptions.DEFAULTS,
                    routed.routing().tables(),
                    EngineMemory.NONE))
        .isEmpty();
  }
}
