package io.dateline.routing.minhop;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.Net;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The engine against its naive twin and the judge, on random fabrics. */
class MinHopTwinTest {
  @Property(tries = 500)
  void shouldGiveTheTwinsTablesForAnyNumberOfThreads(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 3) int lmc,
      @ForAll boolean countSwitches,
      @ForAll boolean withPrevious,
      @ForAll @IntRange(min = 1, max = 4) int threads) {
    Random random = new Random(seed);
    Fabric fabric = Net.random(random);
    LidMap lids = Net.lids(fabric, lmc);
    RoutingRequest request =
        new RoutingRequest(
            fabric,
            lids,
            RoutingOptions.DEFAULTS.with(
                PortOptions.DEFAULTS.portProfileSwitchNodes(countSwitches)),
            withPrevious ? randomTables(fabric, lids, random) : null);

    assertThat(route(request, threads).equals(NaiveMinHop.route(request))).isTrue();
  }

  @Property(tries = 200)
  void shouldServeEveryPairThatCablesJoinOverFewestHops(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 2) int lmc) {
    Fabric fabric = Net.random(new Random(seed));
    LidMap lids = Net.lids(fabric, lmc);
    RoutingRequest request = new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null);

    Verdict verdict =
        Judge.judge(
            fabric,
            lids,
            Routing.singleLane(MinHopEngine.NAME, route(request, 1)),
            JudgeOptions.of(Scope.ALL_END_PORTS));

    assertThat(verdict.delivery().undelivered()).isEqualTo(verdict.delivery().disconnected());
    assertThat(verdict.delivery().loops()).isZero();
    assertThat(verdict.hops().nonMinimal()).isZero();
  }

  private static ForwardingTables randomTables(Fabric fabric, LidMap lids, Random random) {
    // At times shorter than the LIDs now in use, as after growth.
    ForwardingTables tables =
        new ForwardingTables(fabric.switchCount(), random.nextInt(lids.maxLid() + 1));
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int lid = 0; lid <= tables.maxLid(); lid++) {
        tables.set(node, lid, random.nextInt(fabric.externalPortCount(node) + 3));
      }
    }
    return tables;
  }

  private static ForwardingTables route(RoutingRequest request, int threads) {
    return ((RoutingOutcome.Routed) new MinHopEngine(threads).route(request)).routing().tables();
  }
}
