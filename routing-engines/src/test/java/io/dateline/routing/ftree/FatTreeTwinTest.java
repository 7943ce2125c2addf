package io.dateline.routing.ftree;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.TreeOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine against a naive word on what tree routing is, on random damaged trees. */
class FatTreeTwinTest {
  private static final String BINARY = "ftree:2,2,2,2:1,2,2,2";
  private static final List<String> SPECS =
      List.of(
          "ftree:4,4:1,4",
          "ftree:3,5:1,2",
          "ftree:3,3,3:1,3,3",
          "ftree:4,3,3:1,2,3",
          "ftree:2,4,3:1,4,2",
          BINARY);

  private static NetworkFaults damage(Random random, int most) {
    NetworkFaults faults =
        NetworkFaults.NONE
            .dropLinks(random.nextInt(most), random.nextLong())
            .dropSwitches(random.nextInt(2), random.nextLong());
    return random.nextBoolean()
        ? faults.shufflePorts(random.nextLong()).shuffleGuids(random.nextLong())
        : faults;
  }

  private static TreeOptions roots(List<Long> guids) {
    return TreeOptions.DEFAULTS.rootGuids(guids);
  }

  @Property(tries = 150)
  void shouldGoUpByAShortestWayThenDownForAnyNumberOfThreads(@ForAll long seed) {
    Random random = new Random(seed);
    Fabric fabric = Trees.tree(SPECS.get(random.nextInt(SPECS.size())), damage(random, 5));
    LidMap lids = Net.lids(fabric, 0);
    TreeOptions options = roots(Trees.roots(fabric));
    RoutingOutcome outcome = Trees.route(fabric, lids, options, null, 1);
    Assume.that(outcome instanceof RoutingOutcome.Routed);
    ForwardingTables tables = ((RoutingOutcome.Routed) outcome).routing().tables();
    RoutingOutcome other = Trees.route(fabric, lids, options, null, 3);

    assertThat(((RoutingOutcome.Routed) other).routing().tables().equals(tables)).isTrue();
    Verdict verdict =
        Judge.judge(
            fabric,
            lids,
            ((RoutingOutcome.Routed) outcome).routing(),
            JudgeOptions.of(Scope.ALL_END_PORTS));
    assertThat(((RoutingOutcome.Routed) outcome).creditLoopFree()).isTrue();
    assertThat(verdict.dependencies().acyclic()).isTrue();
    assertThat(verdict.delivery().loops()).isZero();
    NaiveTree tree = new NaiveTree(fabric, options.rootGuids().orElseThrow());
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int port : fabric.endPorts()) {
        int home = home(fabric, port);
        if (home == node) {
          continue;
        }
        int number = tables.port(node, lids.baseLid(port));
        if (tree.joins(node, home)) {
          assertThat(tree.allows(node, number, home)).isTrue();
        } else if (!fabric.isSwitch(fabric.nodeOf(port)) && hasAdapters(fabric, node)) {
          assertThat(number).isEqualTo(ForwardingTables.NO_PORT);
        }
      }
    }
  }

  private static boolean hasAdapters(Fabric fabric, int node) {
    return Arrays.stream(fabric.endPorts())
        .anyMatch(port -> !fabric.isSwitch(fabric.nodeOf(port)) && home(fabric, port) == node);
  }

  @Property(tries = 150)
  void shouldChangeOnlyWhatASingleFaultForcesAndLoadCablesAsBeforeWhenItIsRepaired(
      @ForAll long seed) {
    Random random = new Random(seed);
    String spec = SPECS.get(random.nextInt(SPECS.size()));
    long faultSeed = random.nextLong();
    NetworkFaults faults =
        random.nextBoolean()
            ? NetworkFaults.NONE.dropLinks(1, faultSeed)
            : NetworkFaults.NONE.dropSwitches(1, faultSeed);
    FaultAndRepair fault = FaultAndRepair.of(spec, faults);

    assertChangesAreForced(
        fault.broken, fault.brokenLids, fault.options, fault.second, fault.before);
    if (spec.equals(BINARY)) {
      return; // half of all leaves were behind the fault: the paths they left seem to be elsewhere
    }
    assertThat(loads(fault.whole, fault.wholeLids, fault.third))
        .isEqualTo(loads(fault.whole, fault.wholeLids, fault.first));
  }

  /** Here leaves agree less about main paths than in whole trees. */
  @ParameterizedTest
  @ValueSource(strings = {"ftree:5,4,3:1,3,2", "ftree:6,4,4:1,4,3"})
  void shouldChangeOnlyWhatAFaultForcesInADamagedTree(String spec) {
    NetworkFaults damage = NetworkFaults.NONE.dropLinks(2, 3);
    Fabric fabric = Trees.tree(spec, damage);
    LidMap lids = Net.lids(fabric, 0);
    TreeOptions options = roots(Trees.roots(fabric));
    ForwardingTables first = Trees.routed(fabric, lids, options, null).routing().tables();
    for (int seed = 0; seed < 20; seed++) {
      Fabric broken = Trees.tree(spec, damage.dropSwitches(1, seed));
      LidMap brokenLids = sameLids(broken, fabric, lids);
      ForwardingTables before = rows(first, fabric, broken);
      RoutingOutcome outcome = Trees.route(broken, brokenLids, options, before, 1);
      if (outcome instanceof RoutingOutcome.Routed routed) {
        ForwardingTables second = routed.routing().tables();
        assertChangesAreForced(broken, brokenLids, options, second, before);
      }
    }
  }

  private static void assertChangesAreForced(
      Fabric fabric,
      LidMap lids,
      TreeOptions options,
      ForwardingTables tables,
      ForwardingTables before) {
    NaiveTree tree = new NaiveTree(fabric, options.rootGuids().orElseThrow());
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int port : fabric.endPorts()) {
        int lid = lids.baseLid(port);
        int home = home(fabric, port);
        if (home != node && tables.port(node, lid) != before.port(node, lid)) {
          assertThat(tree.allows(node, before.port(node, lid), home)).isFalse();
        }
      }
    }
  }

  @Property(tries = 50)
  void shouldLeaveRootsJoinedWhereTheyAreWhenAFaultIsRepaired(@ForAll long seed) {
    Random random = new Random(seed);
    String spec = SPECS.get(random.nextInt(SPECS.size()));
    FaultAndRepair fault =
        FaultAndRepair.of(spec, NetworkFaults.NONE.dropLinks(1, random.nextLong()));
    Fabric whole = fault.whole;
    NaiveTree tree = new NaiveTree(whole, fault.options.rootGuids().orElseThrow());
    for (int node = 0; node < whole.switchCount(); node++) {
      for (int home = 0; home < whole.switchCount(); home++) {
        if (node != home && !tree.joins(node, home)) {
          int lid = fault.wholeLids.baseLid(whole.port(home, 0));
          int before = fault.second.port(fault.broken.nodeByGuid(whole.nodeGuid(node)), lid);
          assertThat(fault.third.port(node, lid)).isEqualTo(before);
        }
      }
    }
  }

  /**
   * A whole tree that is routed with its roots, then with a fault, then whole again.
   *
   * @param before the first tables, by switches of the broken tree
   */
  private record FaultAndRepair(
      Fabric whole,
      LidMap wholeLids,
      Fabric broken,
      LidMap brokenLids,
      TreeOptions options,
      ForwardingTables first,
      ForwardingTables before,
      ForwardingTables second,
      ForwardingTables third) {
    /** One that is not refused with the fault. */
    static FaultAndRepair of(String spec, NetworkFaults faults) {
      Fabric whole = Trees.tree(spec, NetworkFaults.NONE);
      Fabric broken = Trees.tree(spec, faults);
      LidMap wholeLids = Net.lids(whole, 0);
      LidMap brokenLids = sameLids(broken, whole, wholeLids);
      TreeOptions options = roots(Trees.roots(whole));
      ForwardingTables first = Trees.routed(whole, wholeLids, options, null).routing().tables();
      ForwardingTables before = rows(first, whole, broken);
      RoutingOutcome outcome = Trees.route(broken, brokenLids, options, before, 1);
      Assume.that(outcome instanceof RoutingOutcome.Routed);
      ForwardingTables second = ((RoutingOutcome.Routed) outcome).routing().tables();
      ForwardingTables third =
          Trees.routed(whole, wholeLids, options, rows(second, broken, whole)).routing().tables();
      return new FaultAndRepair(
          whole, wholeLids, broken, brokenLids, options, first, before, second, third);
    }
  }

  /** Paths between adapters on every channel. */
  private static long[] loads(Fabric fabric, LidMap lids, ForwardingTables tables) {
    return Judge.judge(
            fabric,
            lids,
            Routing.singleLane(FatTreeEngine.NAME, tables),
            JudgeOptions.of(Scope.CHANNEL_ADAPTERS))
        .loads()
        .paths();
  }

  private static int home(Fabric fabric, int port) {
    int node = fabric.nodeOf(port);
    return fabric.isSwitch(node) ? node : fabric.nodeOf(fabric.peer(port));
  }

  /** The LIDs that a damaged fabric's ports had when it was whole. */
  private static LidMap sameLids(Fabric broken, Fabric whole, LidMap lids) {
    LidMap.Builder builder = new LidMap.Builder(broken);
    for (int port : broken.endPorts()) {
      builder.assign(port, lids.baseLid(whole.endPortByGuid(broken.portGuid(port))), 0);
    }
    return builder.build();
  }

  /** Tables by the switch indices of another fabric; switches that were not there have no entry. */
  private static ForwardingTables rows(ForwardingTables tables, Fabric from, Fabric to) {
    ForwardingTables rows = new ForwardingTables(to.switchCount(), tables.maxLid());
    for (int node = 0; node < to.switchCount(); node++) {
      int before = from.nodeByGuid(to.nodeGuid(node));
      if (before != Fabric.NONE) {
        System.arraycopy(tables.row(before), 0, rows.row(node), 0, rows.row(node).length);
      }
    }
    return rows;
  }
}
