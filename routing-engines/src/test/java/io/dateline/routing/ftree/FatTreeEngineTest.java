package io.dateline.routing.ftree;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TreeOptions;
import io.dateline.routing.minhop.MinHopEngine;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * D-mod-K on whole and damaged trees.
 *
 * <p>Long because each option, and each reason to refuse a fabric, has a fabric of its own.
 */
class FatTreeEngineTest {
  private static final TreeOptions NONE = TreeOptions.DEFAULTS;

  private static TreeOptions roots(int... switches) {
    return NONE.rootGuids(Arrays.stream(switches).mapToObj(node -> 0x100L + node).toList());
  }

  private static TreeOptions nodes(
      TreeOptions options, List<Long> compute, List<Long> io, int reverseHops) {
    return new TreeOptions(
        options.rootGuids(),
        Map.of(),
        options.connectRoots(),
        Optional.ofNullable(compute),
        Optional.ofNullable(io),
        reverseHops,
        false);
  }

  private static TreeOptions connectRoots(TreeOptions options) {
    return new TreeOptions(
        options.rootGuids(), Map.of(), true, options.cnGuids(), options.ioGuids(), 0, false);
  }

  /**
   * Each leaf is joined to both roots, by its ports 1 and 2; its adapters are on ports 3 and 4.
   *
   * <pre>
   *     0     1
   *     |\   /|       all three to both
   *     2  3  4
   *     || || ||
   * </pre>
   */
  private static Net twoRanks() {
    Net net = new Net().switches(5, 6);
    for (int leaf = 2; leaf < 5; leaf++) {
      net.cable(leaf, 1, 0, leaf - 1).cable(leaf, 2, 1, leaf - 1).host(leaf, 3).host(leaf, 4);
    }
    return net;
  }

  private static String refusal(Net net, TreeOptions options) {
    Fabric fabric = net.build();
    return Trees.refusal(fabric, Net.lids(fabric, 0), options);
  }

  private static Verdict judge(Fabric fabric, LidMap lids, RoutingOutcome.Routed routed) {
    return Judge.judge(fabric, lids, routed.routing(), JudgeOptions.of(Scope.CHANNEL_ADAPTERS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftree:4,4:1,4",
        "ftree:3,4,5:1,3,4",
        "ftree:2,2,2,2:1,2,2,2",
        "ftree:4,3,6:1,4,3",
        "ftree:3,4,4:1,5,4"
      })
  void shouldRouteShiftsOfAWholeTreeWithoutContention(String spec) {
    for (long seed = 0; seed < 4; seed++) {
      Fabric fabric = Trees.tree(spec, NetworkFaults.NONE.shufflePorts(seed).shuffleGuids(seed));
      LidMap lids = Net.lids(fabric, 0);
      RoutingOutcome.Routed routed = Trees.routed(fabric, lids, NONE, null);

      assertThat(Trees.shifts(fabric, lids, routed).max()).isEqualTo(1);
      assertThat(routed.creditLoopFree()).isTrue();
      assertThat(judge(fabric, lids, routed).sound()).isTrue();
    }
  }

  @Test
  void shouldUseEveryCableOfAPortGroup() {
    Net net = new Net().switches(5, 8);
    for (int leaf = 1; leaf < 5; leaf++) {
      net.cable(leaf, 1, 0, leaf).cable(leaf, 2, 0, leaf + 4).host(leaf, 3).host(leaf, 4);
    }
    Fabric fabric = net.build();
    LidMap lids = Net.lids(fabric, 0);

    RoutingOutcome.Routed routed = Trees.routed(fabric, lids, NONE, null);

    assertThat(Trees.shifts(fabric, lids, routed).max()).isEqualTo(1);
  }

  /** Three subtrees of two leaves, each with two cables to both of two switches of four roots. */
  @Test
  void shouldNumberPathsThatComeByTheSamePortGroup() {
    Net net = new Net().switches(20, 8);
    for (int subtree = 0; subtree < 3; subtree++) {
      for (int plane = 0; plane < 2; plane++) {
        int middle = 8 + 2 * subtree + plane;
        for (int i = 0; i < 4; i++) {
          net.cable(middle, 5 + i, 4 * plane + i, 1 + subtree);
          net.cable(14 + 2 * subtree + i / 2, 1 + 2 * plane + i % 2, middle, 1 + i);
        }
      }
      for (int i = 0; i < 8; i++) {
        net.host(14 + 2 * subtree + i / 4, 5 + i % 4);
      }
    }
    Fabric fabric = net.build();
    LidMap lids = Net.lids(fabric, 0);

    assertThat(Trees.shifts(fabric, lids, Trees.routed(fabric, lids, NONE, null)).max())
        .isEqualTo(1);
  }

  @Test
  void shouldShareUplinksEvenlyWhereThereAreFewerThanAdapters() {
    Fabric fabric = Trees.tree("ftree:5,4:1,3", NetworkFaults.NONE); // 5 down to 3 up
    LidMap lids = Net.lids(fabric, 0);

    assertThat(Trees.shifts(fabric, lids, Trees.routed(fabric, lids, NONE, null)).max())
        .isEqualTo(2);
  }

  @Test
  void shouldKeepPlacesOfMissingNodesInTheOrder() {
    Net net = twoRanks().host(3, 5);
    Fabric fabric = net.build();
    LidMap lids = Net.lids(fabric, 0);

    String order = Trees.routed(fabric, lids, NONE, null).dumps().get("opensm-ftree-ca-order.dump");

    assertThat(order.lines())
        .containsExactly(
            "0x0006\t",
            "0x0007\t",
            "0xFFFF\tDUMMY",
            "0x0008\t",
            "0x0009\t",
            "0x000c\t",
            "0x000a\t",
            "0x000b\t",
            "0xFFFF\tDUMMY");
  }

  @Test
  void shouldRefuseLmc() {
    Fabric fabric = twoRanks().build();

    assertThat(Trees.refusal(fabric, Net.lids(fabric, 1), NONE)).contains("LMC > 0", "LMC 1");
  }

  @Test
  void shouldRefuseFabricsThatAreTooSmall() {
    assertThat(refusal(new Net().switches(1, 4).host(0, 1).host(0, 2), NONE))
        .contains("at least 2 switches", "1");
    assertThat(refusal(new Net().switches(2, 4).cable(0, 1, 1, 1).host(0, 2), NONE))
        .contains("at least 2 channel adapters", "1");
    assertThat(refusal(new Net().switches(2, 4).cable(0, 1, 1, 1).host(1, 2).host(1, 3), roots(0)))
        .contains("at least 2 leaves", "0x0000000000000101");
  }

  @Test
  void shouldRefuseTreesOfTheWrongRank() {
    Net flat = new Net().switches(2, 4).cable(0, 1, 1, 1).host(0, 2).host(1, 2);
    Net deep = new Net().switches(17, 4);
    for (int node = 0; node < 16; node++) {
      deep.cable(node, 1, node + 1, 2);
    }

    assertThat(refusal(flat, NONE)).contains("rank 1", "from 2 to 8");
    assertThat(refusal(deep.host(0, 3).host(16, 3), NONE)).contains("rank 9", "from 2 to 8");
  }

  @Test
  void shouldNameTheSwitchThatDiffersInUpGroups() {
    Net net = new Net().switches(4, 6).cable(2, 1, 0, 1).cable(2, 2, 1, 1).cable(3, 1, 0, 2);

    assertThat(refusal(net.host(2, 3).host(3, 3), NONE))
        .contains("rank 0", "down groups", "0x0000000000000101");
    Net single = new Net().switches(4, 6).cable(1, 1, 0, 1).cable(2, 1, 0, 2).cable(2, 2, 3, 1);
    single.cable(3, 2, 1, 2).cable(2, 3, 3, 3);
    assertThat(refusal(single.host(1, 3).host(2, 4), NONE)).contains("ports in a");
  }

  @Test
  void shouldNameTheSwitchThatDiffersInUpGroupsOfLeaves() {
    Net net = new Net().switches(5, 6).cable(2, 1, 0, 1).cable(3, 1, 0, 2);
    net.cable(3, 2, 1, 1).cable(4, 1, 1, 2).host(2, 3).host(3, 3).host(4, 3);

    assertThat(refusal(net, NONE)).contains("up groups", "0x0000000000000103", "has 2");
  }

  @Test
  void shouldNameTheSwitchThatDiffersInPortsOfAGroup() {
    Net net = new Net().switches(3, 6).cable(1, 1, 0, 1).cable(2, 1, 0, 2).cable(2, 2, 0, 3);

    assertThat(refusal(net.host(1, 3).host(2, 3), NONE))
        .contains("ports in a down group", "0x0000000000000100");
  }

  @Test
  void shouldNameTheComputeNodeThatIsAtNoLeaf() {
    Net net = twoRanks().host(0, 6);

    assertThat(refusal(net, roots(0, 1))).contains("0x0000000000010061", "rank 0", "rank 1");
  }

  @Test
  void shouldRefuseWithoutComputeNodes() {
    assertThat(refusal(twoRanks(), nodes(NONE, List.of(), null, 0))).contains("cn_guid_file");
    assertThat(refusal(twoRanks(), nodes(NONE, null, List.of(), 0))).contains("io_guid_file");
    assertThat(refusal(twoRanks(), nodes(NONE, List.of(0x99L), null, 0)))
        .contains("no compute node");
  }

  @Test
  void shouldRouteADamagedTreeWhenRootsAreGiven() {
    Fabric fabric =
        Trees.tree("ftree:4,4,4:1,4,4", NetworkFaults.NONE.dropLinks(5, 3).dropSwitches(1, 2));
    LidMap lids = Net.lids(fabric, 0);

    RoutingOutcome.Routed routed =
        Trees.routed(fabric, lids, NONE.rootGuids(Trees.roots(fabric)), null);

    assertThat(Trees.refusal(fabric, lids, NONE)).contains("not a pure fat-tree");
    assertThat(judge(fabric, lids, routed).sound()).isTrue();
    assertThat(Trees.shifts(fabric, lids, routed).max()).isLessThanOrEqualTo(3);
  }

  @Test
  void shouldSkipRootsThatAreNotThere() {
    Fabric fabric = twoRanks().build();
    LidMap lids = Net.lids(fabric, 0);

    RoutingOutcome.Routed some =
        Trees.routed(fabric, lids, NONE.rootGuids(List.of(0x100L, 0x77L, 0x101L)), null);
    RoutingOutcome.Routed none = Trees.routed(fabric, lids, NONE.rootGuids(List.of(0x77L)), null);

    assertThat(some.warnings()).hasSize(1).first().asString().contains("0x0000000000000077");
    assertThat(none.warnings()).hasSize(2);
    assertThat(none.routing().tables().equals(some.routing().tables())).isTrue();
  }

  @Test
  void shouldTakeAnAdapterAmongTheRootsForItsSwitch() {
    Fabric fabric = twoRanks().host(0, 6).build();
    LidMap lids = Net.lids(fabric, 0);
    List<Long> compute = fabricPorts(fabric, 6);

    RoutingOutcome.Routed routed =
        Trees.routed(
            fabric, lids, nodes(NONE.rootGuids(List.of(0x10060L, 0x101L)), compute, null, 0), null);

    assertThat(judge(fabric, lids, routed).sound()).isTrue();
    assertThat(routed.warnings()).isEmpty();
  }

  /** Port GUIDs of the first adapters. */
  private static List<Long> fabricPorts(Fabric fabric, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> fabric.portGuid(fabric.port(fabric.switchCount() + i, 1)))
        .toList();
  }

  /**
   * The manual's example: nodes that do not compute at each of three spines, 0 to 2, and two
   * switches below, each joined to two of them.
   *
   * <pre>
   *    io      io      io
   *     |       |       |
   *     0       1       2
   *       \    /  \    /
   *          3       4
   *        /   \   /   \        two hosts each
   * </pre>
   */
  private static Net spines() {
    Net net = new Net().switches(5, 8).cable(3, 1, 0, 1).cable(3, 2, 1, 1);
    net.cable(4, 1, 1, 2).cable(4, 2, 2, 1);
    for (int leaf = 3; leaf < 5; leaf++) {
      net.host(leaf, 3).host(leaf, 4);
    }
    return net.host(0, 8).host(1, 8).host(2, 8);
  }

  @Test
  void shouldJoinNodesAtSpinesByReverseHops() {
    Fabric fabric = spines().build();
    LidMap lids = Net.lids(fabric, 0);
    List<Long> io = List.of(0x10041L, 0x10051L, 0x10061L);
    int[] undelivered = new int[3];
    for (int hops = 0; hops < 3; hops++) {
      RoutingOutcome.Routed routed =
          Trees.routed(fabric, lids, nodes(roots(0, 1, 2), null, io, hops), null);
      undelivered[hops] = (int) judge(fabric, lids, routed).delivery().undelivered();
      assertThat(routed.creditLoopFree()).isEqualTo(hops == 0);
      assertThat(routed.warnings().isEmpty()).isEqualTo(hops == 2);
      assertThat(routed.partly()).hasSize(hops == 2 ? 0 : hops == 1 ? 2 : 3);
    }

    // The six pairs of N1, N2 and N3, and those of N1 and N3 with the two nodes at the far switch;
    // then only those of N1 and N3 with each other; then none.
    assertThat(undelivered).containsExactly(6 + 8, 2, 0);
  }

  @Test
  void shouldRefuseComputeNodesThatNoCommonSwitchJoins() {
    Net net = new Net().switches(5, 8).cable(3, 1, 0, 1).cable(4, 1, 1, 1).cable(2, 1, 1, 2);
    net.cable(0, 2, 2, 2).host(3, 3).host(4, 3);

    assertThat(refusal(net, roots(0, 1))).contains("no path", "0x0000000000000103");
  }

  @Test
  void shouldLeaveOutSwitchesWithoutWayToARoot() {
    Fabric fabric = twoRanks().switches(1, 6).build();
    LidMap lids = Net.lids(fabric, 0);

    assertThat(Trees.routed(fabric, lids, roots(0, 1), null).warnings())
        .hasSize(1)
        .first()
        .asString()
        .contains("0x0000000000000105", "left out");
    Net island = twoRanks().switches(2, 6).cable(5, 1, 6, 1).host(5, 2).host(6, 2);
    assertThat(refusal(island, roots(0, 1))).contains("no links lead from a root");
  }

  @Test
  void shouldConnectRootsWhereNoCreditLoopComesOfIt() {
    Fabric fabric = twoRanks().build();
    LidMap lids = Net.lids(fabric, 0);
    int lid = lids.baseLid(fabric.port(1, 0));

    RoutingOutcome.Routed routed = Trees.routed(fabric, lids, roots(0, 1), null);

    // By the last leaf.
    assertThat(routed.routing().tables().port(0, lid)).isEqualTo(3);
    assertThat(routed.creditLoopFree()).isTrue();
    assertThat(
            Judge.judge(fabric, lids, routed.routing(), JudgeOptions.of(Scope.ALL_END_PORTS))
                .sound())
        .isTrue();
  }

  @Test
  void shouldConnectOtherRootsOnlyWhenAsked() {
    // Both middle switches of every leaf, 2 and 3, are below the same two roots.
    Net net = new Net().switches(6, 8).cable(2, 1, 0, 1).cable(3, 1, 0, 2);
    net.cable(2, 2, 1, 1).cable(3, 2, 1, 2);
    for (int leaf = 4; leaf < 6; leaf++) {
      net.cable(leaf, 1, 2, leaf).cable(leaf, 2, 3, leaf).host(leaf, 3);
    }
    Fabric fabric = net.build();
    LidMap lids = Net.lids(fabric, 0);
    int lid = lids.baseLid(fabric.port(1, 0));

    RoutingOutcome.Routed apart = Trees.routed(fabric, lids, roots(0, 1), null);
    RoutingOutcome.Routed joined = Trees.routed(fabric, lids, connectRoots(roots(0, 1)), null);

    assertThat(apart.routing().tables().port(0, lid)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(apart.creditLoopFree()).isTrue();
    assertThat(joined.routing().tables().port(0, lid)).isNotEqualTo(ForwardingTables.NO_PORT);
    assertThat(joined.creditLoopFree()).isFalse();
  }

  @Test
  void shouldCrossToASiblingOnlyWhereNoSwitchAboveIsCommon() {
    // Two trees of one root each, joined at the roots; and the leaves 2 and 3 of one of them.
    Net net = new Net().switches(5, 8).cable(2, 1, 0, 1).cable(3, 1, 0, 2).cable(4, 1, 1, 1);
    net.cable(0, 7, 1, 7).cable(2, 7, 3, 7).host(2, 3).host(3, 3).host(4, 3);
    Fabric fabric = net.build();
    LidMap lids = Net.lids(fabric, 0);

    RoutingOutcome.Routed routed = Trees.routed(fabric, lids, roots(0, 1), null);

    ForwardingTables tables = routed.routing().tables();
    assertThat(tables.port(2, Net.lidAt(fabric, lids, 3, 3))).isEqualTo(1);
    assertThat(tables.port(0, Net.lidAt(fabric, lids, 4, 3))).isEqualTo(7);
    assertThat(judge(fabric, lids, routed).delivery().undelivered()).isZero();
    assertThat(judge(fabric, lids, routed).dependencies().acyclic()).isTrue();
  }

  @Test
  void shouldOrderLeavesByRootsWhenAsked() {
    // Leaves 2 and 4 are below root 0 alone, 3 and 5 below root 1, and 6 below both.
    Net net = new Net().switches(7, 8).cable(2, 1, 0, 1).cable(4, 1, 0, 2);
    net.cable(3, 1, 1, 1).cable(5, 1, 1, 2).cable(6, 1, 0, 3).cable(6, 2, 1, 3);
    net.cable(0, 7, 1, 7);
    for (int leaf = 2; leaf < 7; leaf++) {
      net.host(leaf, 3);
    }
    Fabric fabric = net.build();
    LidMap lids = Net.lids(fabric, 0);
    TreeOptions quasi =
        new TreeOptions(
            roots(0, 1).rootGuids(), Map.of(), false, Optional.empty(), Optional.empty(), 0, true);

    assertThat(order(fabric, lids, roots(0, 1))).containsExactly(8, 9, 10, 11, 12);
    assertThat(order(fabric, lids, quasi)).containsExactly(8, 10, 12, 9, 11);
  }

  private static List<Integer> order(Fabric fabric, LidMap lids, TreeOptions options) {
    return Trees.routed(fabric, lids, options, null)
        .dumps()
        .get("opensm-ftree-ca-order.dump")
        .lines()
        .map(line -> Integer.decode(line.substring(0, 6)))
        .toList();
  }

  @Test
  void shouldNotKeepWhatMinHopLeft() {
    Fabric fabric = Trees.tree("ftree:4,4,4:1,4,4", NetworkFaults.NONE);
    LidMap lids = Net.lids(fabric, 0);
    RoutingOutcome.Routed minHop =
        (RoutingOutcome.Routed)
            new MinHopEngine(1)
                .route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null));

    RoutingOutcome.Routed routed = Trees.routed(fabric, lids, NONE, minHop.routing().tables());

    assertThat(Trees.shifts(fabric, lids, routed).max()).isEqualTo(1);
  }

  @Test
  void shouldKeepEntriesWhereSiblingsAreCabled() {
    Net cabled = twoRanks().cable(2, 6, 3, 6);
    Fabric fabric = cabled.build();
    LidMap lids = Net.lids(fabric, 0);
    ForwardingTables first = Trees.routed(fabric, lids, roots(0, 1), null).routing().tables();
    // The same, but for two nodes of a leaf that have changed places on the way down.
    ForwardingTables other = new ForwardingTables(fabric.switchCount(), lids.maxLid());
    for (int node = 0; node < fabric.switchCount(); node++) {
      System.arraycopy(first.row(node), 0, other.row(node), 0, first.row(node).length);
    }
    int a = Net.lidAt(fabric, lids, 4, 3);
    int b = Net.lidAt(fabric, lids, 4, 4);
    for (int leaf = 2; leaf < 4; leaf++) {
      other.set(leaf, a, first.port(leaf, b));
      other.set(leaf, b, first.port(leaf, a));
    }

    assertThat(first.port(2, a)).isNotEqualTo(first.port(2, b));
    assertThat(Trees.routed(fabric, lids, roots(0, 1), other).routing().tables().equals(other))
        .isTrue();
  }

  /** Traps go from port 0 of any switch to the subnet manager, which may be at any adapter. */
  @ParameterizedTest
  @ValueSource(
      strings = {"ftree:4,4:1,2", "ftree:4,4:1,4", "ftree:2,3,4:1,2,3", "ftree:4,4,4:1,2,4"})
  void shouldReachAllAdaptersFromEverySwitchThatOneLostCableParts(String spec) {
    for (long seed = 0; seed < 40; seed++) {
      Fabric fabric = Trees.tree(spec, NetworkFaults.NONE.dropLinks(1, seed));
      LidMap lids = Net.lids(fabric, 0);
      TreeOptions options = NONE.rootGuids(Trees.roots(fabric));
      RoutingOutcome.Routed routed = Trees.routed(fabric, lids, options, null);

      Verdict verdict =
          Judge.judge(fabric, lids, routed.routing(), JudgeOptions.of(Scope.ALL_END_PORTS));
      assertThat(verdict.sound()).as("%s, seed %d: %s", spec, seed, verdict).isTrue();
      assertThat(routed.creditLoopFree()).isTrue();
    }
  }
}
