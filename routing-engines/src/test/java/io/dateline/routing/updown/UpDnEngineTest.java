package io.dateline.routing.updown;

import static io.dateline.routing.Net.lidAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.GuidPort;
import io.dateline.routing.Net;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingOutcome.Refused;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TreeOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Up and down on trees, rings and triangles.
 *
 * <p>Long because each option of the engine, and each kind of root, has a fabric of its own.
 */
class UpDnEngineTest {
  private static final TreeOptions NOTHING = TreeOptions.DEFAULTS;

  /**
   * A whole tree; hosts are on ports 3 and 4 of leaves.
   *
   * <pre>
   *     0     1
   *     | \ / |
   *     | / \ |
   *     2     3
   *    / \   / \
   * </pre>
   */
  private static Fabric tree() {
    Net net = new Net().switches(4, 4);
    for (int leaf = 2; leaf < 4; leaf++) {
      net.cable(leaf, 1, 0, leaf - 1).cable(leaf, 2, 1, leaf - 1).host(leaf, 3).host(leaf, 4);
    }
    return net.build();
  }

  /**
   * A ring of switches with a host each, on port 3; port 1 leads to the next one.
   *
   * <pre>
   *     0 -1--2- 1 -1--2- 2 ... -1--2- 0
   *     |3       |3       |3
   * </pre>
   */
  private static Fabric ring(int length) {
    Net net = new Net().switches(length, 3);
    for (int node = 0; node < length; node++) {
      net.cable(node, 1, (node + 1) % length, 2).host(node, 3);
    }
    return net.build();
  }

  /**
   * Four spines and four leaves with a host each, every leaf without the cable to one spine.
   *
   * <pre>
   *     leaf    cables to spines    without
   *      4         1  2  3             0
   *      5      0     2  3             1
   *      6      0  1     3             2
   *      7      0  1  2                3
   * </pre>
   */
  private static Fabric damagedTree() {
    Net net = new Net().switches(8, 5);
    for (int leaf = 0; leaf < 4; leaf++) {
      net.host(4 + leaf, 5);
      for (int spine = 0; spine < 4; spine++) {
        if (spine != leaf) {
          net.cable(4 + leaf, 1 + spine, spine, 1 + leaf);
        }
      }
    }
    return net.build();
  }

  /**
   * Roots 0 and 1, each in a triangle with two others, and 6 with two hosts below both: turns at 6
   * would close a circle around the triangles 6-4-2-0-4-6 and 6-5-3-1-5-6.
   *
   * <pre>
   *     0 --- 2     1 --- 3
   *      \   /       \   /
   *        4           5
   *          \       /
   *              6
   *             / \
   * </pre>
   */
  private static Fabric triangles() {
    Net net = new Net().switches(7, 4).host(6, 3).host(6, 4);
    net.cable(0, 1, 2, 1).cable(0, 2, 4, 1).cable(2, 2, 4, 2).cable(4, 3, 6, 1);
    net.cable(1, 1, 3, 1).cable(1, 2, 5, 1).cable(3, 2, 5, 2).cable(5, 3, 6, 2);
    return net.build();
  }

  private static RoutingOutcome route(Fabric fabric, LidMap lids, TreeOptions options) {
    RoutingOptions all = RoutingOptions.DEFAULTS.with(options);
    return new UpDnEngine(2).route(new RoutingRequest(fabric, lids, all, null));
  }

  private static Routed routed(Fabric fabric, TreeOptions options) {
    return (Routed) route(fabric, Net.lids(fabric, 0), options);
  }

  private static Verdict judge(Fabric fabric, int lmc, Routed routed) {
    return judge(fabric, lmc, routed, Scope.ALL_END_PORTS);
  }

  private static Verdict judge(Fabric fabric, int lmc, Routed routed, Scope scope) {
    return Judge.judge(
        fabric, Net.lids(fabric, lmc), routed.routing(), new JudgeOptions(scope, 2, 1));
  }

  private static String roots(Routed routed) {
    return routed.dumps().get("opensm-updn-roots.dump");
  }

  @Test
  void shouldTryPortsInTheOrderGivenAndSayWhatTheFabricDoesNotHave() {
    Fabric tree = tree();
    LidMap lids = Net.lids(tree, 0);
    int leaf = tree.nodeOf(tree.peer(tree.port(tree.nodeCount() - 1, 1)));
    List<Integer> backwards = List.of(4, 3, 2, 1);
    PortOptions ports =
        new PortOptions(
            false,
            false,
            0,
            false,
            Set.of(new GuidPort(0xbad, 1)),
            Map.of(),
            Map.of(tree.nodeGuid(leaf), backwards),
            List.of(),
            false);
    RoutingRequest usual = new RoutingRequest(tree, lids, RoutingOptions.DEFAULTS, null);
    RoutingRequest turned =
        new RoutingRequest(tree, lids, RoutingOptions.DEFAULTS.with(ports), null);

    Routed routed = (Routed) new UpDnEngine(2).route(turned);

    assertThat(routed.warnings())
        .containsExactly("port_prof_ignore_file: there is no switch 0x0000000000000bad");
    assertThat(routed.routing().tables().row(leaf))
        .isNotEqualTo(((Routed) new UpDnEngine(2).route(usual)).routing().tables().row(leaf));
  }

  @Test
  void shouldFindTheRootsOfATree() {
    assertThat(roots(routed(tree(), NOTHING)))
        .isEqualTo("0x0000000000000100\n0x0000000000000101\n");
  }

  /** Each pod of 24 has less than 5 % of the adapters, so OpenSM takes all switches for roots. */
  @Test
  void shouldFindTheRootsOfATreeOfManyPods() {
    Fabric tree = TopologySpec.parse("ftree:2,2,24:1,2,2").generate();
    Fabric fewerPods = TopologySpec.parse("ftree:2,2,4:1,2,2").generate();

    Routed routed = routed(tree, NOTHING);

    assertThat(roots(routed).lines())
        .hasSameSizeAs(roots(routed(fewerPods, NOTHING)).lines().toList())
        .hasSize(4);
    assertThat(judge(tree, 0, routed, Scope.CHANNEL_ADAPTERS).hops().nonMinimal()).isZero();
  }

  /** Every spine has lost two cables and fails OpenSM's test, which the leaves pass. */
  @Test
  void shouldFindTheRootsOfATreeOfManyPodsWhereNoneIsWhole() {
    Fabric damaged =
        TopologySpec.ofArguments("ftree", List.of("2,24", "1,4", "--drop-links", "10:3"))
            .generate();

    assertThat(roots(routed(damaged, NOTHING)))
        .isEqualTo(roots(routed(TopologySpec.parse("ftree:2,24:1,4").generate(), NOTHING)))
        .hasLineCount(4);
  }

  /** OpenSM's search alone finds 12 of the 16 roots: the cable's spine has a quarter farther. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void shouldKeepTheRootsOfATreeThatHasLostACable(int seed) {
    TopologySpec tree = TopologySpec.parse("ftree:4,4,4:1,4,4");
    Fabric damaged =
        TopologySpec.ofArguments("ftree", List.of("4,4,4", "1,4,4", "--drop-links", "1:" + seed))
            .generate();

    assertThat(roots(routed(damaged, NOTHING))).isEqualTo(roots(routed(tree.generate(), NOTHING)));
  }

  @Test
  void shouldTakeRootsByGuidsOfSwitchesAndAdapters() {
    Fabric fabric = tree();
    // Adapters are 0x10000, 0x10010, ...; their ports have the GUID after.
    Routed routed =
        routed(fabric, NOTHING.rootGuids(List.of(0x101L, 0x10000L, 0x10000L + 0x20 + 1, 0x77L)));

    assertThat(roots(routed))
        .isEqualTo("0x0000000000000101\n0x0000000000000102\n0x0000000000000103\n");
    assertThat(routed.warnings())
        .containsExactly(
            "root GUID 0x0000000000000077 is skipped: no switch has it, and no adapter at a switch");
  }

  @Test
  void shouldRefuseWhereNoGivenRootIsThere() {
    Fabric fabric = tree();

    assertThat(route(fabric, Net.lids(fabric, 0), NOTHING.rootGuids(List.of(0x77L, 0x78L))))
        .isEqualTo(
            new Refused(
                "updn",
                "no root nodes were found: none of the 2 root GUIDs is that of a switch, or of an adapter at one"));
  }

  @Test
  void shouldRefuseWhereNothingTellsARoot() {
    Fabric fabric = TopologySpec.parse("torus:4x4:1").generate();

    assertThat(route(fabric, Net.lids(fabric, 0), NOTHING))
        .isEqualTo(
            new Refused(
                "updn",
                "no root nodes were found: no switch is as far from nearly all of the 16 adapters"));
  }

  @Test
  void shouldRefuseWithoutSwitches() {
    Fabric fabric = new Fabric.Builder().build();

    assertThat(route(fabric, Net.lids(fabric, 0), NOTHING))
        .isEqualTo(new Refused("updn", "this is no switched subnet: it has no switches"));
  }

  @Test
  void shouldCountAMostOfNinetyPercentAndNoMoreThanFivePercentElsewhere() {
    // A switch 0 with hosts of its own above a leaf 1 with the other hosts.
    for (int own : new int[] {1, 2}) {
      Net net = new Net().switches(2, 40).cable(0, 1, 1, 1);
      for (int host = 0; host < 20; host++) {
        net.host(host < own ? 0 : 1, 2 + host);
      }
      Fabric fabric = net.build();
      // 1 of 20 is not more than 5 %; 2 of 20 is, and then 18 of 20 is not more than 90 %, either.
      assertThat(route(fabric, Net.lids(fabric, 0), NOTHING))
          .isInstanceOf(own == 1 ? Routed.class : Refused.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jellyfish:64,8,4,1",
        "torus:5x5:1",
        "hypercube:4:1",
        "dragonfly:4,2,2",
        "torus:200:1"
      })
  void shouldHaveNoCreditLoopAroundAnyRoot(String kind) {
    Fabric fabric = TopologySpec.parse(kind).generate();

    Routed routed = routed(fabric, NOTHING.rootGuids(List.of(fabric.nodeGuid(5))));

    assertThat(routed.creditLoopFree()).isTrue();
    assertThat(judge(fabric, 0, routed).sound()).isTrue();
  }

  @Test
  void shouldServeSpinesToo() {
    Fabric fabric = TopologySpec.parse("ftree:3,4,3:1,3,4").generate();

    Routed routed = routed(fabric, NOTHING);

    assertThat(routed.creditLoopFree()).isTrue();
    Verdict verdict = judge(fabric, 0, routed);
    assertThat(verdict.sound()).isTrue();
    assertThat(verdict.delivery().undelivered()).isZero();
  }

  /**
   * Spines 0 and 1 above 4 and 5, spines 2 and 3 above 6 and 7, and both parts above leaf 8 with
   * three hosts and leaf 9 with one. Packets between the parts turn at one leaf, which then reaches
   * a neighbour only over a spine: 9, for fewer pairs of hosts are farther apart for it.
   */
  @Test
  void shouldMakeAsFewPathsLongerAsItCanWhereSpinesAreJoinedBelow() {
    Net net = new Net().switches(10, 8);
    for (int middle = 4; middle < 8; middle++) {
      int spine = middle < 6 ? 0 : 2;
      net.cable(middle, 1, spine, middle - 3).cable(middle, 2, spine + 1, middle - 3);
      net.cable(middle, 3, 8, middle - 3).cable(middle, 4, 9, middle - 3).host(middle, 5);
    }
    Fabric fabric = net.host(8, 5).host(8, 6).host(8, 7).host(9, 5).build();

    Routed routed =
        routed(
            fabric, NOTHING.rootGuids(IntStream.range(0, 4).mapToObj(fabric::nodeGuid).toList()));

    assertThat(judge(fabric, 0, routed).sound()).isTrue();
    LidMap lids = Net.lids(fabric, 0);
    for (int middle = 4; middle < 8; middle++) {
      assertThat(routed.routing().tables().port(8, lidAt(fabric, lids, middle, 5)))
          .isEqualTo(middle - 3);
    }
  }

  @Test
  void shouldPutSmallerIdAboveWhereRanksAreEqual() {
    // In a ring of five the two switches farthest from the root are side by side. A packet that
    // has come from the upper of them down to the lower one does not go up again.
    Fabric fabric = ring(5);
    LidMap lids = Net.lids(fabric, 0);
    TreeOptions options = NOTHING.rootGuids(List.of(0x100L));

    ForwardingTables byGuid = ((Routed) route(fabric, lids, options)).routing().tables();
    ForwardingTables byId =
        ((Routed) route(fabric, lids, withIds(options, Map.of(0x102L, 9L, 0x103L, 8L))))
            .routing()
            .tables();

    // From 2 to 4: over 3 if 3 is above 2, else the long way over the root.
    assertThat(byGuid.port(2, lidAt(fabric, lids, 4, 3))).isEqualTo(2);
    assertThat(byGuid.port(3, lidAt(fabric, lids, 1, 3))).isEqualTo(2);
    assertThat(byId.port(2, lidAt(fabric, lids, 4, 3))).isEqualTo(1);
    assertThat(byId.port(3, lidAt(fabric, lids, 1, 3))).isEqualTo(1);
  }

  private static TreeOptions withIds(TreeOptions options, Map<Long, Long> ids) {
    return new TreeOptions(
        options.rootGuids(), ids, false, Optional.empty(), Optional.empty(), 0, false);
  }

  private static TreeOptions connectRoots(boolean value) {
    return new TreeOptions(
        Optional.of(List.of(0x100L, 0x101L)),
        Map.of(),
        value,
        Optional.empty(),
        Optional.empty(),
        0,
        false);
  }

  @Test
  void shouldServeSpinesOfATreeThatLacksManyCables() {
    Fabric fabric = damagedTree();

    Routed routed = routed(fabric, NOTHING.rootGuids(List.of(0x100L, 0x101L, 0x102L, 0x103L)));

    assertThat(routed.creditLoopFree()).isTrue();
    assertThat(judge(fabric, 0, routed).sound()).isTrue();
  }

  @Test
  void shouldRefuseWhatItCannotJoinAndNameIt() {
    Fabric fabric = triangles();

    RoutingOutcome outcome = route(fabric, Net.lids(fabric, 0), connectRoots(false));

    assertThat(outcome)
        .isEqualTo(
            new Refused(
                "updn",
                "no path leads from switch 0x0000000000000100 \"\" to switch 0x0000000000000101 \"\" that goes up and then down, or turns up again where that can close no credit loop"));
  }

  @Test
  void shouldConnectRootsRegardlessWhenTold() {
    Fabric fabric = triangles();

    Routed routed = routed(fabric, connectRoots(true));

    assertThat(routed.creditLoopFree()).isFalse();
    assertThat(routed.warnings())
        .containsExactly(
            "connect_roots: 18 pairs of switches are joined by paths that go up again after they have come down, so credit loops can form");
    Verdict verdict = judge(fabric, 0, routed);
    assertThat(verdict.delivery().undelivered()).isZero();
    assertThat(verdict.delivery().loops()).isZero();
  }

  @Test
  void shouldStillClaimWhenRootsCanBeConnectedWithoutCreditLoops() {
    Fabric fabric = tree();
    TreeOptions options =
        new TreeOptions(
            Optional.empty(), Map.of(), true, Optional.empty(), Optional.empty(), 0, false);

    assertThat(routed(fabric, options).creditLoopFree()).isTrue();
    assertThat(routed(fabric, options).warnings()).isEmpty();
  }

  @Test
  void shouldRouteAPartThatNoRootLeadsTo() {
    Net net = new Net().switches(6, 4).cable(0, 1, 1, 1).host(0, 2).host(1, 2);
    net.cable(2, 1, 3, 1)
        .cable(3, 2, 4, 1)
        .cable(4, 2, 5, 1)
        .cable(5, 2, 2, 2)
        .host(2, 3)
        .host(4, 3);
    Fabric fabric = net.build();

    Routed routed = routed(fabric, NOTHING.rootGuids(List.of(0x100L)));

    Verdict verdict = judge(fabric, 0, routed);
    assertThat(verdict.sound()).isTrue();
    assertThat(verdict.delivery().disconnected()).isEqualTo(verdict.delivery().undelivered());
  }

  @Test
  void shouldSpreadTheLidsOfAPortOverSpines() {
    Fabric fabric = tree();
    LidMap lids = Net.lids(fabric, 1);
    ForwardingTables tables = ((Routed) route(fabric, lids, NOTHING)).routing().tables();

    int lid = lidAt(fabric, lids, 3, 3);

    assertThat(tables.port(2, lid)).isEqualTo(1);
    assertThat(tables.port(2, lid + 1)).isEqualTo(2);
    assertThat(judge(fabric, 1, (Routed) route(fabric, lids, NOTHING)).sound()).isTrue();
  }

  @Test
  void shouldKeepPortsThatStillServe() {
    Fabric fabric = tree();
    LidMap lids = Net.lids(fabric, 0);
    ForwardingTables previous = new ForwardingTables(fabric.switchCount(), lids.maxLid());
    int first = lidAt(fabric, lids, 3, 3);
    int second = lidAt(fabric, lids, 3, 4);
    previous.set(2, first, 2);
    previous.set(2, second, 3); // leads to a host

    ForwardingTables tables =
        ((Routed)
                new UpDnEngine(1)
                    .route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, previous)))
            .routing()
            .tables();

    assertThat(tables.port(2, first)).isEqualTo(2);
    assertThat(tables.port(2, second)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftree:2,3,4:1,2,3", "jellyfish:70,4,2,1"})
  void shouldGiveTheSameTablesForAnyNumberOfThreads(String kind) {
    Fabric fabric = TopologySpec.parse(kind).generate();
    RoutingRequest request =
        new RoutingRequest(
            fabric,
            Net.lids(fabric, 1),
            RoutingOptions.DEFAULTS.with(NOTHING.rootGuids(List.of(fabric.nodeGuid(0)))),
            null);

    ForwardingTables one = ((Routed) new UpDnEngine(1).route(request)).routing().tables();

    for (int threads = 2; threads < 5; threads++) {
      assertThat(((Routed) new UpDnEngine(threads).route(request)).routing().tables().equals(one))
          .isTrue();
    }
  }

  @Test
  void shouldRefuseToWorkWithoutThreads() {
    assertThatThrownBy(() -> new UpDnEngine(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
