package io.dateline.routing.torus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.proof.LayerProof;
import java.util.List;
import java.util.Optional;

/** What must be true of any damaged torus, routed or refused. */
final class DamageCheck {
  private static final String PIECES = " pieces: ";
  private static final String NO_TREE = " leave no tree ";
  private static final String NO_WAY = " leave no way ";
  private static final String LOOP = " close a credit loop ";
  private static final List<String> KINDS = List.of(PIECES, NO_TREE, NO_WAY, LOOP);

  private final TorusNet net;
  private final Fabric fabric;
  private final LidMap lids;

  private DamageCheck(TorusNet net) {
    this.net = net;
    fabric = net.fabric();
    lids = net.lids(fabric);
  }

  /** Whether a torus with single cables is routed; see {@link #refusal}. */
  static boolean of(TorusNet net) {
    return refusal(net).isEmpty();
  }

  /**
   * Routes a torus with single cables.
   *
   * @return empty if it is routed: all pairs served on their pristine SLs and no credit loop. If
   *     not, the reason, which was found to be true
   */
  static Optional<String> refusal(TorusNet net) {
    DamageCheck check = new DamageCheck(net);
    return switch (net.route(check.fabric, 1)) {
      case RoutingOutcome.Routed routed -> {
        check.examine(routed);
        yield Optional.empty();
      }
      case RoutingOutcome.Refused refused -> {
        check.examine(refused);
        yield Optional.of(refused.reason());
      }
    };
  }

  /** Which of the reasons one is. */
  static String kind(String reason) {
    return KINDS.stream().filter(reason::contains).findFirst().orElse(reason);
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
    compareLevels(routing);
  }

  /** Of the LIDs of all end ports, with the naive ones of the undamaged torus. */
  private void compareLevels(Routing routing) {
    NaiveTorus twin = new NaiveTorus(net.pristine());
    for (int source = 1; source <= lids.maxLid(); source++) {
      for (int destination = 1; destination <= lids.maxLid(); destination++) {
        if (twin.sl(placeOf(source), placeOf(destination))
            != routing.pathSl().sl(source, destination)) {
          fail("%s: SL of LIDs %d to %d", net, source, destination);
        }
      }
    }
  }

  private void examine(RoutingOutcome.Refused refused) {
    if (refused.reason().contains(PIECES)) {
      assertThat(mostPieces()).as("%s: %s", net, refused.reason()).isGreaterThan(1);
      return;
    }
    Routing naive = new NaiveTorus(net).routing(fabric, lids, net.dataVls());
    if (refused.reason().contains(NO_TREE)) {
      assertThat(MasterTree.candidates(Torus.of(fabric, net.frame())))
          .as("%s: %s", net, refused.reason())
          .noneMatch(tree -> judge(naive.withMulticast(tree)).dependencies().acyclic());
      return;
    }
    Verdict verdict = judge(naive);
    if (refused.reason().contains(NO_WAY)) {
      assertThat(verdict.delivery().undelivered())
          .as("%s: %s", net, refused.reason())
          .isGreaterThan(verdict.delivery().disconnected());
    } else {
      assertThat(refused.reason()).contains(LOOP);
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

  /** Of the switch that a LID is at. */
  private int placeOf(int lid) {
    int node = fabric.nodeOf(lids.port(lid));
    int at = fabric.isSwitch(node) ? node : fabric.nodeOf(fabric.peer(fabric.port(node, 1)));
    return net.frame().place(fabric.nodeGuid(at));
  }
}
