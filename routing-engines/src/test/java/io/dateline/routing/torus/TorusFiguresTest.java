package io.dateline.routing.torus;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.routing.RoutingOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The figures of OpenSM's torus-2QoS manual page, with the paths and verdicts it gives. */
class TorusFiguresTest {
  /** x and y of the switches that have letters in all figures. */
  private static final Map<String, int[]> SHARED =
      Map.of("m", at(0, 1), "S", at(1, 1), "n", at(2, 1), "p", at(5, 1));

  private static final Map<String, int[]> SIX_BY_FIVE =
      Map.of("T", at(3, 1), "o", at(4, 1), "I", at(2, 2), "r", at(3, 2), "D", at(3, 3));

  private static final Map<String, int[]> TWO_IN_A_COLUMN =
      Map.of(
          "T", at(3, 1), "o", at(4, 1), "q", at(2, 2), "R", at(3, 2), "I", at(2, 3), "u", at(3, 3),
          "D", at(3, 4));

  private static final Map<String, int[]> TWO_IN_A_ROW =
      Map.of(
          "O", at(3, 1), "T", at(4, 1), "I", at(2, 2), "q", at(3, 2), "r", at(4, 2), "D", at(4, 3));

  @Test
  void shouldRouteXBeforeYOnAPristineTorus() {
    Walk walk = walk(TorusNet.torus(6, 5, 1), SIX_BY_FIVE);
    assertThat(walk.path()).isEqualTo("S-n-T-r-D");
    assertThat(walk.vls()).containsExactly(0, 0, 0, 0);
    assertThat(walk.sl()).isZero();
  }

  @Test
  void shouldTakeTheLongWayRoundARingThatIsInterruptedOnTheSameSl() {
    for (int lost = 1; lost <= 2; lost++) { // S-n, n-T
      Walk walk = walk(TorusNet.torus(6, 5, 1).failHop(6 + lost, 0), SIX_BY_FIVE);
      assertThat(walk.path()).isEqualTo("S-m-p-o-T-r-D");
      assertThat(walk.sl()).isZero();
    }
  }

  @Test
  void shouldRefuseARingInTwoPieces() {
    TorusNet net = TorusNet.torus(6, 5, 1).failHop(8, 0).failHop(9, 0); // n-T, T-o
    assertThat(((RoutingOutcome.Refused) net.route(net.fabric(), 1)).reason())
        .isEqualTo(
            "the x ring at y=1 z=0 is in 2 pieces: 0x0000000000000109 \"sw_3_1_0\" at (3,1,0);"
                + " 0x000000000000010a \"sw_4_1_0\" at (4,1,0) to 0x0000000000000108"
                + " \"sw_2_1_0\" at (2,1,0)");
  }

  @Test
  void shouldNameEveryRingThatIsInPieces() {
    TorusNet net = TorusNet.torus(6, 5, 1).failHop(8, 0).failHop(9, 0);
    net.failHop(2, 1).failHop(20, 1); // of the y ring at x=2
    assertThat(((RoutingOutcome.Refused) net.route(net.fabric(), 1)).reason())
        .contains("the x ring at y=1 z=0 is in 2 pieces: ", ", and the y ring at x=2 z=0 is in 2 ")
        .doesNotContain("more lines");
  }

  @Test
  void shouldTurnEarlyAtAFailedSwitch() {
    Walk walk = walk(TorusNet.torus(6, 5, 1).failSwitch(3, 1, 0), SIX_BY_FIVE);
    assertThat(walk.path()).isEqualTo("S-n-I-r-D");
    assertThat(walk.vls()).as("the hop after the turn from y to x").containsExactly(0, 0, 2, 0);
    assertThat(walk.sl()).isZero();
  }

  @Test
  void shouldTurnOnAtTwoFailedSwitchesAdjacentInTheLastDimension() {
    Walk walk =
        walk(TorusNet.torus(6, 6, 1).failSwitch(3, 1, 0).failSwitch(3, 2, 0), TWO_IN_A_COLUMN);
    assertThat(walk.path()).isEqualTo("S-n-q-I-u-D");
    assertThat(walk.vls()).containsExactly(0, 0, 0, 2, 0);
  }

  /** The hop q-r behind the forbidden turn at I is on an ordinary lane. */
  @Test
  void shouldRefuseTwoFailedSwitchesAdjacentInAnEarlierDimension() {
    TorusNet net = TorusNet.torus(6, 6, 1).failSwitch(3, 1, 0).failSwitch(4, 1, 0);
    Fabric fabric = net.fabric();
    assertThat(net.route(fabric, 1))
        .isInstanceOfSatisfying(
            RoutingOutcome.Refused.class,
            refused ->
                assertThat(refused.reason())
                    .startsWith(
                        "missing switches (3,1,0), (4,1,0) lead to turns that close a credit loop"
                            + " of "));

    Routing routing = new NaiveTorus(net).routing(fabric, net.lids(fabric), 8);
    Walk walk = new Walk(fabric, net.lids(fabric), routing, TWO_IN_A_ROW);
    assertThat(walk.path()).isEqualTo("S-n-I-q-r-D");
    assertThat(walk.vls()).containsExactly(0, 0, 2, 0, 0);
    assertThat(
            Judge.judge(fabric, net.lids(fabric), routing, JudgeOptions.of(Scope.CHANNEL_ADAPTERS))
                .dependencies()
                .acyclic())
        .isFalse();
  }

  private static int[] at(int x, int y) {
    return new int[] {x, y};
  }

  private static Walk walk(TorusNet net, Map<String, int[]> letters) {
    Fabric fabric = net.fabric();
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) net.route(fabric, 1);
    assertThat(routed.creditLoopFree()).isTrue();
    return new Walk(fabric, net.lids(fabric), routed.routing(), letters);
  }

  /** The way from the host of S to that of D. */
  private static final class Walk {
    private final Fabric fabric;
    private final Map<String, int[]> letters;
    private final List<String> path = new ArrayList<>();
    private final List<Integer> vls = new ArrayList<>();
    private final int sl;

    Walk(Fabric fabric, LidMap lids, Routing routing, Map<String, int[]> letters) {
      this.fabric = fabric;
      this.letters = letters;
      int from = hostOf(letters.getOrDefault("S", SHARED.get("S")));
      int to = hostOf(letters.get("D"));
      int lid = lids.baseLid(to);
      sl = routing.pathSl().sl(lids.baseLid(from), lid);
      int in = fabric.peer(from);
      while (in != to) {
        int node = fabric.nodeOf(in);
        int number = routing.tables().port(node, lid);
        assertThat(number).as("a port of %s", path).isNotEqualTo(ForwardingTables.NO_PORT);
        path.add(letterOf(node));
        int out = fabric.port(node, number);
        if (fabric.peer(out) != to) {
          vls.add(routing.slToVl().vl(node, fabric.portNumber(in), number, sl));
        }
        in = fabric.peer(out);
      }
    }

    private int hostOf(int[] xy) {
      int node = fabric.nodeByGuid(0x100 + xy[0] + 6L * xy[1]);
      return fabric.peer(fabric.port(node, 7));
    }

    private String letterOf(int node) {
      long place = fabric.nodeGuid(node) - 0x100;
      for (Map<String, int[]> among : List.of(letters, SHARED)) {
        for (Map.Entry<String, int[]> each : among.entrySet()) {
          if (each.getValue()[0] + 6L * each.getValue()[1] == place) {
            return each.getKey();
          }
        }
      }
      return "+";
    }

    String path() {
      return String.join("-", path);
    }

    List<Integer> vls() {
      return vls;
    }

    int sl() {
      return sl;
    }
  }
}
