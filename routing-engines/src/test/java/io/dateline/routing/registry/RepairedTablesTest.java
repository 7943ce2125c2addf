package io.dateline.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.ChangingFabric;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.dor.DorEngine;
import io.dateline.routing.minhop.MinHopEngine;
import io.dateline.routing.sssp.SsspEngine;
import io.dateline.routing.updown.DnUpEngine;
import io.dateline.routing.updown.UpDnEngine;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Engines that choose among ports by balance go on from tables of before. */
class RepairedTablesTest {
  private static final List<String> SPECS =
      List.of("torus:4x4x3:2", "ftree:4,4,4:1,4,4", "jellyfish:24,6,4,5", "dragonfly:4,2,2");

  enum Engine {
    MINHOP,
    DOR,
    UPDN,
    DNUP,
    SSSP;

    RoutingEngine make(int threads) {
      return switch (this) {
        case MINHOP -> new MinHopEngine(threads);
        case DOR -> new DorEngine(threads);
        case UPDN -> new UpDnEngine(threads);
        case DNUP -> new DnUpEngine(threads);
        case SSSP -> new SsspEngine(threads);
      };
    }

    RoutingOutcome route(Fabric fabric, LidMap lids, ForwardingTables previous, int threads) {
      return make(threads)
          .route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, previous));
    }
  }

  @Property(tries = 75, edgeCases = EdgeCasesMode.NONE)
  void shouldServeWhatTablesFromScratchServeAfterAnyChanges(
      @ForAll long seed, @ForAll Engine engine, @ForAll @IntRange(min = 0, max = 2) int lmc) {
    shouldServeAfterChanges(seed, engine, lmc);
  }

  /** Of these an engine knows what it counted; another one, as on another node, counts all. */
  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void shouldGoOnFromTablesOfItsOwnAsAnotherEngineDoes(
      @ForAll long seed, @ForAll Engine kind, @ForAll @IntRange(min = 0, max = 1) int lmc) {
    Random random = new Random(seed);
    String spec = SPECS.get(random.nextInt(SPECS.size()));
    ChangingFabric changing = new ChangingFabric(TopologySpec.parse(spec).generate(), lmc);
    RoutingEngine engine = kind.make(2);
    ForwardingTables tables = null;
    for (int repair = 0; repair < 10; repair++) {
      if (random.nextInt(6) == 0) {
        changing.change(random);
      } else {
        changing.changeCable(random);
      }
      Fabric now = changing.present();
      LidMap lids = changing.lids(now);
      boolean isCarried = tables != null && tables.switchCount() == now.switchCount();
      ForwardingTables previous = isCarried ? tables : null;

      ForwardingTables next =
          tables(engine.route(new RoutingRequest(now, lids, RoutingOptions.DEFAULTS, previous)));

      ForwardingTables other = tables(kind.route(now, lids, previous, 1));
      assertThat(next == null ? other == null : next.equals(other)).isTrue();
      tables = next;
    }
  }

  /** Channels that had come got no paths at first, and some in the next routing. */
  @Test
  void shouldSettleAtOnce() {
    shouldServeAfterChanges(154338, Engine.MINHOP, 2);
  }

  private static void shouldServeAfterChanges(long seed, Engine engine, int lmc) {
    Random random = new Random(seed);
    int kind = random.nextInt(2 * SPECS.size());
    Fabric whole =
        kind < SPECS.size() ? TopologySpec.parse(SPECS.get(kind)).generate() : Net.random(random);
    ChangingFabric changing = new ChangingFabric(whole, lmc);
    Fabric before = changing.present();
    ForwardingTables tables = tables(engine.route(before, changing.lids(before), null, 1));
    for (int repair = 0; repair < 6 && tables != null; repair++) {
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        changing.change(random);
      }
      Fabric now = changing.present();
      LidMap lids = changing.lids(now);
      ForwardingTables scratch = tables(engine.route(now, lids, null, 2));
      if (now.nodeCount() == 0 || scratch == null) {
        return;
      }
      ForwardingTables previous = ChangingFabric.carry(before, tables, now);

      tables = tables(engine.route(now, lids, previous, 1 + random.nextInt(4)));

      assertThat(tables.equals(tables(engine.route(now, lids, previous, 1)))).isTrue();
      assertThat(tables.equals(tables(engine.route(now, lids, tables, 1))))
          .as("nothing more has changed")
          .isTrue();
      Verdict verdict = judge(now, lids, tables);
      Verdict fromScratch = judge(now, lids, scratch);
      assertThat(verdict.delivery().loops()).isZero();
      assertThat(verdict.delivery().undelivered()).isEqualTo(fromScratch.delivery().undelivered());
      assertThat(verdict.hops().nonMinimal()).isEqualTo(fromScratch.hops().nonMinimal());
      before = now;
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void shouldStayBalancedOverAHundredRepairs(Engine engine) {
    for (String spec : SPECS) {
      for (long seed = 1; seed <= 2; seed++) {
        ChangingFabric changing = new ChangingFabric(TopologySpec.parse(spec).generate(), 0);
        Fabric fabric = changing.present();
        LidMap lids = changing.lids(fabric); // cables change, ends do not
        ForwardingTables tables = tables(engine.route(fabric, lids, null, 2));
        if (tables == null) {
          continue; // up and down do not join all of it
        }
        Random random = new Random(seed);
        for (int repair = 0; repair < 100; repair++) {
          changing.changeCable(random);
          fabric = changing.present();
          lids = changing.lids(fabric);
          ForwardingTables next = tables(engine.route(fabric, lids, tables, 2));
          tables = next == null ? tables : next;
        }
        long most = judge(fabric, lids, tables).loads().max();
        ForwardingTables scratch = tables(engine.route(fabric, lids, null, 2));
        if (scratch == null) {
          continue;
        }
        long fromScratch = judge(fabric, lids, scratch).loads().max();
        assertThat(4 * most).as("%s, seed %d", spec, seed).isLessThanOrEqualTo(5 * fromScratch);
      }
    }
  }

  private static ForwardingTables tables(RoutingOutcome outcome) {
    return outcome instanceof RoutingOutcome.Routed routed ? routed.routing().tables() : null;
  }

  private static Verdict judge(Fabric fabric, LidMap lids, ForwardingTables tables) {
    return Judge.judge(
        fabric, lids, Routing.singleLane("", tables), new JudgeOptions(Scope.ALL_END_PORTS, 1, 1));
  }
}
