package io.dateline.routing.lash;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What becomes of SLs when cables fail and come back. */
class RepairTest {
  private static final LashEngine ENGINE = new LashEngine(2);

  private static Fabric torus(int missing, long seed) {
    NetworkFaults faults = NetworkFaults.NONE.dropLinks(missing, seed);
    return TopologySpec.parse("torus:5x5x5:1").withFaults(faults).generate();
  }

  private static Routed route(Fabric fabric, LidMap lids, Routed before) {
    return route(ENGINE, fabric, lids, before);
  }

  private static Routed route(LashEngine engine, Fabric fabric, LidMap lids, Routed before) {
    return (Routed)
        engine.route(
            new RoutingRequest(
                fabric,
                lids,
                LashSample.QOS,
                before == null ? null : before.routing().tables(),
                before == null ? EngineMemory.NONE : before.memory()));
  }

  private static double changed(LidMap lids, Routing one, Routing other) {
    int changed = 0;
    for (int from = 1; from <= lids.maxLid(); from++) {
      for (int to = 1; to <= lids.maxLid(); to++) {
        changed += one.pathSl().sl(from, to) == other.pathSl().sl(from, to) ? 0 : 1;
      }
    }
    return changed / (double) (lids.maxLid() * lids.maxLid());
  }

  /** A cable that is lost, and comes back: less than 1 % of the SLs are others. */
  @Property(tries = 15, seed = "1")
  void shouldKeepNearlyAllLevels(@ForAll long seed) {
    Fabric whole = torus(0, 0);
    Fabric damaged = torus(1, seed);
    LidMap lids = Net.lids(whole, 0);
    LidMap lidsThen = Net.lids(damaged, 0);
    Routed before = route(whole, lids, null);

    Routed after = route(damaged, lidsThen, before);
    LashSample.examine(damaged, lidsThen, after.routing());
    assertThat(changed(lids, before.routing(), after.routing())).isLessThan(0.01);

    Routed again = route(whole, lids, after);
    LashSample.examine(whole, lids, again.routing());
    assertThat(changed(lids, after.routing(), again.routing())).isLessThan(0.01);
  }

  @Property(tries = 10)
  void shouldTellWhetherSlsAreOthers(@ForAll long seed) {
    Fabric whole = torus(0, 0);
    Fabric damaged = torus(5, seed);
    LidMap lids = Net.lids(whole, 0);
    Routed before = route(whole, lids, null);
    Routed after = route(damaged, Net.lids(damaged, 0), before);

    boolean areSame = changed(lids, before.routing(), after.routing()) == 0;
    assertThat(after.warnings()).hasSize(areSame ? 0 : 1);
    assertThat(after.warnings()).allMatch(w -> w.contains("have another SL than was granted"));
  }

  /** Cables that are lost one after the other, then some at a time, and come back. */
  @Property(tries = 2)
  void shouldKeepNearlyAllLevelsOverManyFaults(@ForAll long seed) {
    TopologySpec spec = TopologySpec.parse("torus:6x6x6:1");
    Fabric whole = spec.generate();
    LidMap lids = Net.lids(whole, 0);
    Routed before = route(whole, lids, null);
    double sum = 0;
    int[] missing = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4, 10, 0};
    for (int links : missing) {
      Fabric fabric = spec.withFaults(NetworkFaults.NONE.dropLinks(links, seed)).generate();
      Routed after = route(fabric, Net.lids(fabric, 0), before);
      LashSample.examine(fabric, Net.lids(fabric, 0), after.routing());
      double share = changed(lids, before.routing(), after.routing());
      assertThat(share).isLessThan(0.02);
      sum += share;
      before = after;
    }
    assertThat(sum / missing.length).isLessThan(0.005);
  }

  @Property(tries = 3)
  void shouldBeTheSameForAnyNumberOfThreads(@ForAll long seed) {
    Fabric whole = torus(0, 0);
    Fabric damaged = torus(6, seed);
    LidMap lids = Net.lids(damaged, 0);
    Routed before = route(whole, Net.lids(whole, 0), null);
    Routed one = route(new LashEngine(1), damaged, lids, before);
    Routed many = route(new LashEngine(3), damaged, lids, before);
    assertThat(many.routing().tables()).isEqualTo(one.routing().tables());
    assertThat(changed(lids, one.routing(), many.routing())).isZero();
    assertThat(many.memory()).isEqualTo(one.memory());
  }

  @Test
  void shouldChangeNothingWhereNothingHasChanged() {
    Fabric whole = torus(0, 0);
    LidMap lids = Net.lids(whole, 0);
    Routed before = route(whole, lids, null);
    Routed after = route(whole, lids, before);
    assertThat(after.routing().tables()).isEqualTo(before.routing().tables());
    assertThat(changed(lids, before.routing(), after.routing())).isZero();
  }

  @Test
  void shouldFindTheLevelsOfATableAgain() {
    Fabric whole = torus(0, 0);
    LidMap lids = Net.lids(whole, 1);
    Routed routed = route(whole, lids, null);
    Routing restored =
        ENGINE
            .restore(whole, lids, LashSample.QOS, routed.routing().tables(), routed.memory())
            .orElseThrow();
    assertThat(changed(lids, routed.routing(), restored)).isZero();
    assertThat(restored.vlCount()).isEqualTo(routed.routing().vlCount());
    assertThat(
            ENGINE.restore(
                whole, lids, LashSample.QOS, routed.routing().tables(), EngineMemory.NONE))
        .isEmpty();
  }
}
