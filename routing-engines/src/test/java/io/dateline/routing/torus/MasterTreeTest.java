package io.dateline.routing.torus;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastMembers;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.judge.GroupJudge;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Lane;
import io.dateline.fabric.judge.Scope;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.multicast.GroupTables;
import io.dateline.routing.multicast.HopTrees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The trees of torus-2QoS(8), MULTICAST ROUTING, and what else has to be spanned. */
class MasterTreeTest {
  private static TorusNet figure() {
    return TorusNet.torus(6, 5, 1);
  }

  private static Torus torus(TorusNet net) {
    return Torus.of(net.fabric(), net.frame());
  }

  private static MulticastTree first(Torus torus) {
    return MasterTree.candidates(torus).findFirst().orElseThrow();
  }

  private static String picture(TorusNet net) {
    Torus torus = torus(net);
    return TreePicture.of(torus, first(torus));
  }

  @Test
  void shouldRootTheTreeOfWholeTorusInItsMiddle() {
    assertThat(picture(figure()))
        .isEqualTo(
            """

              +    +    +    +    +    +
              |    |    |    |    |    |
              +    +    +    +    +    +
              |    |    |    |    |    |
              +----+----+----x----+----+
              |    |    |    |    |    |
              +    +    +    +    +    +
              |    |    |    |    |    |
              +    +    +    +    +    +

            """);
  }

  @Test
  void shouldGoTheLongWayAroundRingThatLacksLink() {
    TorusNet net = figure();
    assertThat(picture(net.failHop(net.shape().place(2, 2, 0), 0)))
        .isEqualTo(
            """

              +    +    +    +    +    +
              |    |    |    |    |    |
              +    +    +    +    +    +
              |    |    |    |    |    |
            --+----+----+    x----+----+--
              |    |    |    |    |    |
              +    +    +    +    +    +
              |    |    |    |    |    |
              +    +    +    +    +    +

            """);
  }

  @Test
  void shouldMoveTheRootWhereNoTurnIsMissing() {
    assertThat(picture(figure().failSwitch(3, 2, 0)))
        .isEqualTo(
            """
                             |
              +    +    +    +    +    +
              |    |    |    |    |    |
              +    +    +    +    +    +
              |    |    |         |    |
              +    +    +         +    +
              |    |    |         |    |
              +----+----x----+----+----+
              |    |    |    |    |    |
              +    +    +    +    +    +
                             |
            """);
  }

  /**
   * What torus-2QoS(8) does not say of that tree: (3,3)-(3,4)-(3,0)-(3,1), where a group turns to
   * (4,1)-(4,2)-(4,3), and unicast packets from (4,2) to (3,4), which go (4,3)-(3,3)-(3,4). So the
   * engine takes the next one.
   */
  @Test
  void shouldNotUseTreeThatClosesCreditLoopAroundMissingSwitch() {
    TorusNet net = figure().failSwitch(3, 2, 0);
    Fabric fabric = net.fabric();
    Torus torus = torus(net);
    Routing routing = ((RoutingOutcome.Routed) net.route(fabric, 1)).routing();
    assertThat(cycle(fabric, net, routing)).isEmpty();
    assertThat(cycle(fabric, net, routing.withMulticast(first(torus)))).hasSize(7);
    assertThat(TreePicture.of(torus, routing.multicast().orElseThrow()))
        .isEqualTo(
            """

              +    +    +    +----+    +
              |    |    |         |    |
              +    +    +    +----+    +
              |    |    |         |    |
              +    +    +         +    +
              |    |    |         |    |
              +----+----x----+----+----+
              |    |    |         |    |
              +    +    +    +----+    +

            """);
  }

  private static List<Lane> cycle(Fabric fabric, TorusNet net, Routing routing) {
    return Judge.judge(fabric, net.lids(fabric), routing, JudgeOptions.of(Scope.CHANNEL_ADAPTERS))
        .dependencies()
        .cycle();
  }

  @Test
  void shouldSpanColumnsOfMissingSwitches() {
    TorusNet net = figure();
    for (int y = 0; y < 5; y++) {
      net.failSwitch(3, y, 0);
    }
    // The trunk has an end at either side of what is missing.
    assertThat(picture(net).lines().toList().get(5)).isEqualTo("--+----+----x         +----+--");
  }

  @Test
  void shouldNotSpanRingInTwoPieces() {
    TorusNet net = figure();
    TorusShape shape = net.shape();
    net.failHop(shape.place(1, 4, 0), 1).failHop(shape.place(1, 1, 0), 1);
    assertThat(MasterTree.candidates(torus(net))).isEmpty();
  }

  @Test
  void shouldUseEveryCableBetweenNeighboursAndLevelsThatCrossNoDateline() {
    TorusNet net = figure().cables(3);
    Torus torus = torus(net);
    MulticastTree tree = first(torus);
    int node = torus.switchAt(net.shape().place(2, 2, 0));
    assertThat(tree.uplinks()[node]).containsExactly(torus.ports(node, 0));
    assertThat(tree.uplinks()[node]).hasSize(3);
    assertThat(tree.serviceLevels()).containsExactly(0, 8);
  }

  @Test
  void shouldKeepToPlanesThatAreWhole() {
    TorusNet net = TorusNet.torus(5, 5, 5).failSwitch(0, 0, 2).failSwitch(4, 1, 1);
    Torus torus = torus(net);
    assertThat(torus.placeOf(first(torus).root())).isEqualTo(net.shape().place(2, 2, 3));
  }

  /** Root to tip: never a turn from y or z back to x, nor from z back to y. */
  @Test
  void shouldTurnInDimensionOrderOnlyAndCrossDatelinesOfBrokenRingsOnly() {
    for (TorusShape shape : TorusSamples.SHAPES) {
      TorusSamples.forEachSingleFault(
          shape,
          net -> {
            Torus torus = torus(net);
            MulticastTree tree = first(torus);
            assertThat(spanned(torus, tree)).isEqualTo(torus.fabric().switchCount());
            for (int node = 0; node < torus.fabric().switchCount(); node++) {
              shouldBranchLegally(torus, tree, node);
            }
          });
    }
  }

  private static int spanned(Torus torus, MulticastTree tree) {
    int count = 0;
    for (int node = 0; node < torus.fabric().switchCount(); node++) {
      int at = node;
      int steps = 0;
      while (at != tree.root() && tree.spans(at) && steps++ < torus.shape().places()) {
        at = parent(torus.fabric(), tree, at);
      }
      count += at == tree.root() ? 1 : 0;
    }
    return count;
  }

  private static int parent(Fabric fabric, MulticastTree tree, int node) {
    return fabric.nodeOf(fabric.peer(tree.uplinks()[node][0]));
  }

  private static void shouldBranchLegally(Torus torus, MulticastTree tree, int node) {
    if (node == tree.root()) {
      return;
    }
    TorusShape shape = torus.shape();
    int parent = parent(torus.fabric(), tree, node);
    int dimension = dimensionOf(shape, torus.placeOf(node), torus.placeOf(parent));
    if (parent != tree.root()) {
      int above = parent(torus.fabric(), tree, parent);
      assertThat(dimensionOf(shape, torus.placeOf(parent), torus.placeOf(above)))
          .isLessThanOrEqualTo(dimension);
    }
    int step =
        shape.coordinate(torus.placeOf(node), dimension)
            - shape.coordinate(torus.placeOf(parent), dimension);
    if (Math.abs(step) > 1) {
      assertThat(isWholeRing(torus, torus.placeOf(node), dimension)).isFalse();
    }
  }

  private static int dimensionOf(TorusShape shape, int place, int other) {
    List<Integer> differing =
        Arrays.asList(0, 1, 2).stream()
            .filter(d -> shape.coordinate(place, d) != shape.coordinate(other, d))
            .toList();
    assertThat(differing).hasSize(1);
    return differing.getFirst();
  }

  private static boolean isWholeRing(Torus torus, int place, int dimension) {
    TorusShape shape = torus.shape();
    for (int at = 0; at < shape.radix(dimension); at++) {
      int node = torus.switchAt(shape.with(place, dimension, at));
      if (node == Fabric.NONE || torus.ports(node, 2 * dimension).length == 0) {
        return false;
      }
    }
    return true;
  }

  /** What is programmed: every group, on a torus that is whole, damaged, or has lost a switch. */
  @Test
  void shouldServeGroupsWhateverIsDamaged() {
    List<TorusNet> nets =
        List.of(
            figure(),
            figure().failHop(figure().shape().place(2, 2, 0), 0),
            figure().failSwitch(3, 2, 0));
    for (TorusNet net : nets) {
      Fabric fabric = net.fabric();
      Routing routing = ((RoutingOutcome.Routed) net.route(fabric, 1)).routing();
      int[] ends = fabric.endPorts();
      List<MulticastMembers> groups = new ArrayList<>();
      for (int step = 1; step <= 12; step++) {
        int every = step;
        int[] some = IntStream.range(0, ends.length).filter(i -> i % every == 0).toArray();
        int[] ports = Arrays.stream(some).map(i -> ends[i]).toArray();
        groups.add(MulticastMembers.receiving(0xC000 + step, ports));
      }
      int[] room = new int[fabric.switchCount()];
      Arrays.fill(room, 64);
      GroupTables tables =
          GroupTables.of(fabric, routing, new HopTrees(fabric, room), groups, room);
      assertThat(tables.problems()).isEmpty();
      assertThat(GroupJudge.problems(fabric, tables.tables(), groups, 9)).isEmpty();
      MulticastTree tree = routing.multicast().orElseThrow();
      for (MulticastMembers group : groups) {
        assertThat(tables.tables().row(tree.root()).ports(group.mlid()).isEmpty())
            .as("the root is the same")
            .isFalse();
      }
    }
  }
}
