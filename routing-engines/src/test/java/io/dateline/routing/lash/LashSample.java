package io.dateline.routing.lash;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.proof.LayerProof;

/** Fabrics routed with lash, and what has to hold of every routing of it. */
final class LashSample {
  static final RoutingOptions QOS = RoutingOptions.DEFAULTS.with(LaneOptions.QOS);

  private LashSample() {}

  static RoutingOptions lanes(int dataVls, int startVl, boolean analysesMesh) {
    return RoutingOptions.DEFAULTS.with(
        LaneOptions.QOS.with(true, dataVls).withLash(startVl, analysesMesh));
  }

  static RoutingOutcome route(Fabric fabric, LidMap lids, RoutingOptions options) {
    return new LashEngine(2).route(new RoutingRequest(fabric, lids, options, null));
  }

  static Routing routed(Fabric fabric, LidMap lids, RoutingOptions options) {
    RoutingOutcome outcome = route(fabric, lids, options);
    assertThat(outcome).isInstanceOf(RoutingOutcome.Routed.class);
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) outcome;
    assertThat(routed.creditLoopFree()).isTrue();
    return routed.routing();
  }

  static String refusal(Fabric fabric, RoutingOptions options) {
    RoutingOutcome outcome = route(fabric, Net.lids(fabric, 0), options);
    assertThat(outcome).isInstanceOf(RoutingOutcome.Refused.class);
    return ((RoutingOutcome.Refused) outcome).reason();
  }

  /** Layers that a fabric takes, its routing examined. */
  static int layers(Fabric fabric, RoutingOptions options) {
    LidMap lids = Net.lids(fabric, 0);
    Routing routing = routed(fabric, lids, options);
    examine(fabric, lids, routing);
    return routing.vlCount();
  }

  /**
   * All that cables join is reached by as few hops as there can be, nothing waits in a circle
   * whoever sends to whom, and there and back is the same SL.
   */
  static void examine(Fabric fabric, LidMap lids, Routing routing) {
    Verdict verdict = Judge.judge(fabric, lids, routing, JudgeOptions.of(Scope.ALL_END_PORTS));
    assertThat(verdict.delivery().undelivered()).isEqualTo(verdict.delivery().disconnected());
    assertThat(verdict.delivery().loops()).isZero();
    assertThat(verdict.hops().nonMinimal()).isZero();
    assertThat(verdict.dependencies().cycle()).isEmpty();
    assertThat(LayerProof.of(fabric, lids, routing, 1).cycle()).isEmpty();
    for (int a = 1; a <= lids.maxLid(); a++) {
      for (int b = a; b <= lids.maxLid(); b++) {
        if (lids.port(a) != Fabric.NONE && lids.port(b) != Fabric.NONE) {
          int sl = routing.pathSl().sl(a, b);
          assertThat(sl).isBetween(0, routing.vlCount() - 1);
          assertThat(routing.pathSl().sl(b, a)).isEqualTo(sl);
        }
      }
    }
  }
}
