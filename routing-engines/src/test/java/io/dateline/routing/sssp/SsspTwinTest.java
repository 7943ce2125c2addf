package io.dateline.routing.sssp;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.sssp.ShortestTrees.Ties;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine against its naive twin on random fabrics. */
class SsspTwinTest {
  private static final int ROUNDS_AGAIN = 4; // so many, on fabrics of this size

  @Property(tries = 300)
  void shouldTakeTheEmptiestOfTheShortestPaths(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 2) int lmc, @ForAll Ties ties) {
    Fabric fabric = Net.random(new Random(seed));
    LidMap lids = Net.lids(fabric, lmc);
    RoutingRequest request = new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null);
    SsspEngine.Task task = SsspEngine.Task.of(request);
    SsspEngine.Balanced balanced = SsspEngine.balance(task, ties);
    ForwardingTables tables = SsspEngine.withSwitches(task, balanced, 2);
    NaiveSssp twin = new NaiveSssp(fabric, lids, ties);
    int[][] chosen = new int[lids.maxLid() + 1][];
    routeAdapters(twin, lids, chosen);
    int again = twin.isLightest() ? 0 : ROUNDS_AGAIN;
    for (int round = 0; round < again; round++) {
      routeAdapters(twin, lids, chosen);
    }
    for (int end : twin.order()) {
      int home = twin.home(end);
      for (int lid = lids.baseLid(end); lid < lids.baseLid(end) + lids.lidCount(end); lid++) {
        if (chosen[lid] == null) { // a switch's
          chosen[lid] =
              twin.firstAdapter(home) == Fabric.NONE
                  ? firsts(twin.best(home))
                  : chosen[lids.baseLid(twin.firstAdapter(home))].clone();
        }
        for (int node = 0; node < fabric.switchCount(); node++) {
          int number = tables.port(node, lid);
          int expected = node == home ? last(fabric, end) : chosen[lid][node];
          assertThat(number == ForwardingTables.NO_PORT ? Fabric.NONE : number).isEqualTo(expected);
        }
      }
    }
    assertThat(balanced.trees().most()).isEqualTo(twin.most());
  }

  /** Gives adapters the first of equals, whether or not they have had paths before. */
  private static void routeAdapters(NaiveSssp twin, LidMap lids, int[][] chosen) {
    for (int end : twin.order()) {
      for (int lid = lids.baseLid(end);
          !twin.isSwitch(end) && lid < lids.baseLid(end) + lids.lidCount(end);
          lid++) {
        int home = twin.home(end);
        if (chosen[lid] != null) {
          twin.walk(home, chosen[lid], -1);
        }
        chosen[lid] = firsts(twin.best(home));
        twin.walk(home, chosen[lid], 1);
      }
    }
  }

  private static int[] firsts(List<List<Integer>> best) {
    return best.stream()
        .mapToInt(ports -> ports.isEmpty() ? Fabric.NONE : ports.getFirst())
        .toArray();
  }

  @Property(tries = 100)
  void shouldTakeTheTablesWithFewerPathsOnTheBusiestChannel(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int threads) {
    Fabric fabric = Net.random(new Random(seed));
    LidMap lids = Net.lids(fabric, 0);
    RoutingRequest request = new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null);
    SsspEngine.Task task = SsspEngine.Task.of(request);
    SsspEngine.Balanced byDestination = SsspEngine.balance(task, Ties.OF_DESTINATION);
    SsspEngine.Balanced bySwitch = SsspEngine.balance(task, Ties.OF_SWITCH);
    SsspEngine.Balanced better =
        bySwitch.trees().most() < byDestination.trees().most() ? bySwitch : byDestination;
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) new SsspEngine(threads).route(request);
    assertThat(routed.routing().tables()).isEqualTo(SsspEngine.withSwitches(task, better, threads));
    if (byDestination.trees().areLightest()) {
      assertThat(bySwitch.trees().most()).isGreaterThanOrEqualTo(byDestination.trees().most());
    }
  }

  /**
   * Where a leaf has four adapters and four cables, what comes from elsewhere goes by all alike.
   */
  @ParameterizedTest
  @CsvSource({"'ftree:4,4:1,4', 0, true", "'ftree:4,4:1,4', 1, true", "'mesh:4', 0, false"})
  void shouldKnowTablesThatCannotBeBettered(String spec, int lmc, boolean areLightest) {
    Fabric fabric = TopologySpec.parse(spec).generate();
    LidMap lids = Net.lids(fabric, lmc);
    RoutingRequest request = new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null);

    SsspEngine.Balanced balanced =
        SsspEngine.balance(SsspEngine.Task.of(request), Ties.OF_DESTINATION);

    assertThat(balanced.trees().areLightest()).isEqualTo(areLightest);
  }

  private static int last(Fabric fabric, int end) {
    return fabric.isSwitch(fabric.nodeOf(end)) ? 0 : fabric.portNumber(fabric.peer(end));
  }
}
