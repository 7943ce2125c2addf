package io.dateline.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.ChangingFabric;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines that give paths layers go on from tables and layers of before. */
class RepairedPathsTest {
  private static final List<String> SPECS =
      List.of("torus:4x4x3:2", "ftree:4,4,4:1,4,4", "jellyfish:24,6,4,5", "dragonfly:4,2,2");
  private static final List<String> ENGINES = List.of("nue", "dfsssp", "lash");

  private static RoutingOutcome route(
      String engine,
      Fabric fabric,
      LidMap lids,
      ForwardingTables previous,
      EngineMemory memory,
      int nueLanes) {
    RoutingOptions options = RoutingOptions.DEFAULTS.with(LaneOptions.QOS.withNue(nueLanes, false));
    return Engines.named(engine)
        .orElseThrow()
        .route(new RoutingRequest(fabric, lids, options, previous, memory));
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void shouldServeWhatTablesFromScratchServeAfterAnyChanges(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 2) int which,
      @ForAll @IntRange(min = 0, max = 1) int lmc,
      @ForAll @IntRange(min = 1, max = 4) int nueLanes) {
    String engine = ENGINES.get(which);
    Random random = new Random(seed);
    int kind = random.nextInt(2 * SPECS.size());
    Fabric whole =
        kind < SPECS.size() ? TopologySpec.parse(SPECS.get(kind)).generate() : Net.random(random);
    ChangingFabric changing = new ChangingFabric(whole, lmc);
    Fabric before = changing.present();
    LidMap lids = changing.lids(before);
    RoutingOutcome first = route(engine, before, lids, null, EngineMemory.NONE, nueLanes);
    for (int repair = 0; repair < 6 && first instanceof Routed present; repair++) {
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        changing.change(random);
      }
      Fabric now = changing.present();
      if (now.nodeCount() == 0) {
        return;
      }
      lids = changing.lids(now);
      ForwardingTables previous = ChangingFabric.carry(before, present.routing().tables(), now);

      RoutingOutcome next = route(engine, now, lids, previous, present.memory(), nueLanes);

      if (!(next instanceof Routed routed)) {
        assertThat(engine).isNotEqualTo("nue");
        return;
      }
      Verdict verdict = judge(now, lids, routed);
      assertThat(verdict.delivery().loops()).isZero();
      assertThat(verdict.delivery().undelivered()).isEqualTo(verdict.delivery().disconnected());
      if (routed.creditLoopFree()) {
        assertThat(verdict.sound()).isTrue();
      }
      RoutingOutcome again =
          route(engine, now, lids, routed.routing().tables(), routed.memory(), nueLanes);
      assertThat(((Routed) again).routing().tables().equals(routed.routing().tables()))
          .as("nothing more has changed")
          .isTrue();
      before = now;
      first = routed;
    }
  }

  /** Layers that were granted stand, so less can be moved than where there are none. */
  @ParameterizedTest
  @ValueSource(strings = {"nue", "dfsssp", "lash"})
  void shouldStayNearAFreshBalanceOverAHundredRepairs(String engine) {
    for (String spec : SPECS) {
      for (long seed = 1; seed <= 2; seed++) {
        ChangingFabric changing = new ChangingFabric(TopologySpec.parse(spec).generate(), 0);
        Fabric fabric = changing.present();
        LidMap lids = changing.lids(fabric);
        RoutingOutcome outcome = route(engine, fabric, lids, null, EngineMemory.NONE, 4);
        if (!(outcome instanceof Routed)) {
          continue;
        }
        Routed present = (Routed) outcome;
        Random random = new Random(seed);
        for (int repair = 0; repair < 100; repair++) {
          changing.changeCable(random);
          fabric = changing.present();
          lids = changing.lids(fabric);
          outcome = route(engine, fabric, lids, present.routing().tables(), present.memory(), 4);
          present = outcome instanceof Routed routed ? routed : present;
        }
        outcome = route(engine, fabric, lids, null, EngineMemory.NONE, 4);
        if (!(outcome instanceof Routed scratch)) {
          continue;
        }
        long most = judge(fabric, lids, present).loads().max();
        assertThat(most)
            .as("%s, seed %d", spec, seed)
            .isLessThanOrEqualTo(2 * judge(fabric, lids, scratch).loads().max());
      }
    }
  }

  private static Verdict judge(Fabric fabric, LidMap lids, Routed routed) {
    return Judge.judge(fabric, lids, routed.routing(), new JudgeOptions(Scope.ALL_END_PORTS, 1, 1));
  }
}
