package io.dateline.routing.torus;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.layers.LayerProof;

/** What must be true of any damaged torus, routed or refused. */
final class DamageCheck {
  private final TorusNet net;
  private final Fabric fabric;
  private final LidMap lids;

  private DamageCheck(TorusNet net) {
    this.net = net;
    fabric = net.fabric();
    lids = net.lids(fabric);
  }

  /**
   * Routes a torus with single cables.
   *
   * @return whether it is routed: all pairs served on their pristine SLs and no credit loop. If
   *     not, it was refused for a reason that was found to be true
   */
  static boolean of(TorusNet net) {
    DamageCheck check = new DamageCheck(net);
    return switch (net.route(check.fabric, 1)) {
      case RoutingOutcome.Routed routed -> {
        check.examine(routed);
        yield true;
      }
      case RoutingOutcome.Refused refused -> {
        check.examine(refused);
        yield false;
      }
    };
  }

  private void examine(RoutingOutcome.Routed routed) {
    assertThat(routed.creditLoopFree()).as("%s", net).isTrue();
    Routing routing = routed.routing();
    Verdict verdict = judge(routing);
    assertThat(verdict.delivery().undelivered())
        .as("%s: %s", net, verdict.delivery().examples())
        .isEqualTo(verdict.delivery().disconnected());
    assertThat(verdict.multicast().orElseThrow().complete()).as("%s", net).isTrue();
    assertThat(verdict.dependencies().cycle()).as("%s", net).isEmpty();
    assertThat(LayerProof.of(fabric, lids, routing, 1).cycle()).as("%s", net).isEmpty();
    assertThat(verdict.vlMask()).isLessThan(1 << net.dataVls());
    NaiveTorus twin = new NaiveTorus(net.pristine());
    for (int source = 0; source < fabric.switchCount(); source++) {
      for (int destination = 0; destination < fabric.switchCount(); destination++) {
        int sl = routing.pathSl().sl(lid(source), lid(destination));
        assertThat(sl).as("%s: SL", net).isEqualTo(twin.sl(place(source), place(destination)));
      }
    }
  }

  private void examine(RoutingOutcome.Refused refused) {
    if (refused.reason().contains(" pieces: ")) {
      assertThat(mostPieces()).as("%s: %s", net, refused.reason()).isGreaterThan(1);
      return;
    }
    Routing naive = new NaiveTorus(net).routing(fabric, lids, net.dataVls());
    if (refused.reason().contains(" leave no tree ")) {
      assertThat(MasterTree.candidates(Torus.of(fabric, net.frame())).limit(32))
          .as("%s: %s", net, refused.reason())
          .noneMatch(tree -> judge(naive.withMulticast(tree)).dependencies().acyclic());
      return;
    }
    Verdict verdict = judge(naive);
    if (refused.reason().contains(" leave no way ")) {
      assertThat(verdict.delivery().undelivered())
          .as("%s: %s", net, refused.reason())
          .isGreaterThan(verdict.delivery().disconnected());
    } else {
      assertThat(refused.reason()).contains(" close a credit loop ");
      assertThat(verdict.dependencies().cycle()).as("%s: %s", net, refused.reason()).isNotEmpty();
    }
  }

  private Verdict judge(Routing routing) {
    return Judge.judge(fabric, lids, routing, new JudgeOptions(Scope.ALL_END_PORTS, 1, 3));
  }

  /** Of any line: switches to which no hop leads upwards, or one where that is none. */
  private int mostPieces() {
    int most = 0;
    TorusShape shape = net.shape();
    for (int place = 0; place < shape.places(); place++) {
      for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
        int ends = 0;
        for (int coordinate = 0; coordinate < shape.radix(dimension); coordinate++) {
          int at = shape.with(place, dimension, coordinate);
          ends += net.isPresent(at) && !net.isLive(at, 2 * dimension + 1) ? 1 : 0;
        }
        most = Math.max(most, ends);
      }
    }
    return most;
  }

  private int lid(int node) {
    return lids.baseLid(fabric.port(node, 0));
  }

  private int place(int node) {
    return net.frame().place(fabric.nodeGuid(node));
  }
}
