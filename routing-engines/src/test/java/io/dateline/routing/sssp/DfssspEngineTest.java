package io.dateline.routing.sssp;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        (RoutingOutcome.Routed) route(spec, LaneOptions.QOS.with(true, 8), 2);
    assertThat(routed.routing().vlCount()).isLessThanOrEqualTo(lanes);

    Fabric fabric = TopologySpec.parse(spec).generate();
    Verdict verdict =
        Judge.judge(
            fabric, Net.lids(fabric, 0), routed.routing(), JudgeOptions.of(Scope.ALL_END_PORTS));
    assertThat(verdict.dependencies().acyclic()).isTrue();
    assertThat(verdict.delivery().undelivered()).isZero();
    assertThat(verdict.hops().nonMinimal()).isZero();
  }

  @Test
  void shouldRefuseWithoutQos() {
    assertThat(reason(route("torus:4x4:1", LaneOptions.DEFAULTS, 1)))
        .isEqualTo("qos is FALSE: the lanes of this engine would not be programmed");
  }

  @Test
  void shouldSayHowManyLanesItNeeds() {
    assertThat(reason(route("torus:7:1", LaneOptions.QOS.with(true, 1), 2)))
        .isEqualTo("2 layers are needed, and ports have 1 data VLs");
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
