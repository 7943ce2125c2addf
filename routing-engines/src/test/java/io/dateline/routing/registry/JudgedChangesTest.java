package io.dateline.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.ChangingFabric;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Judgement;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.VerdictText;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

/** What engines make of a fabric that changes is judged by change as from scratch. */
class JudgedChangesTest {
  private static final RoutingOptions OPTIONS = RoutingOptions.DEFAULTS.with(LaneOptions.QOS);

  private static final List<String> KINDS =
      List.of(
          "torus:4x4:1",
          "torus:3x3x3:2",
          "mesh:4x5:1",
          "hypercube:4:2",
          "ftree:4,4:1,4",
          "ftree:2,3,4:1,2,3",
          "dragonfly:4,2,2",
          "jellyfish:20,4,2,5",
          "hyperx:3,3:2",
          "kautz:2,3,1",
          "slimfly:5,1");

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void shouldJudgeAChangeAsFromScratch(@ForAll long seed, @ForAll Scope scope) {
    Random random = new Random(seed);
    String kind = KINDS.get(random.nextInt(KINDS.size()));
    String engine = Engines.names().get(random.nextInt(Engines.names().size()));
    ChangingFabric changing =
        new ChangingFabric(TopologySpec.parse(kind).generate(), random.nextInt(2), random);
    Judgement judgement = null;
    Fabric fabric = null;
    ForwardingTables tables = null;
    for (int step = 0; step < 6; step++) {
      for (int change = random.nextInt(3); step > 0 && change > 0; change--) {
        changing.change(random.nextInt(6) > 0);
      }
      Fabric now = changing.fabric();
      LidMap lids = changing.lids(now);
      RoutingRequest request =
          new RoutingRequest(now, lids, OPTIONS, carried(fabric, tables, now, lids));
      if (!(Engines.named(engine).orElseThrow().route(request)
          instanceof RoutingOutcome.Routed routed)) {
        Statistics.collect("refused");
        continue;
      }
      Routing routing = routed.routing();
      spoil(routing.tables(), random);
      JudgeOptions options = new JudgeOptions(scope, 2, 10).from(now.endPorts()[0]);
      judgement =
          judgement == null
              ? Judgement.of(now, lids, routing, options)
              : judgement.after(now, lids, routing, options);
      assertThat(VerdictText.of(judgement.verdict()))
          .as("%s on %s, step %d", engine, kind, step)
          .isEqualTo(VerdictText.of(Judge.judge(now, lids, routing, options)));
      Statistics.collect(judgement.isFromScratch() ? "from scratch" : "by change");
      fabric = now;
      tables = routing.tables();
    }
    Statistics.coverage(all -> all.check("by change").percentage(share -> share > 10));
  }

  /** The tables of before for the switches that are there still; null at first. */
  private static ForwardingTables carried(
      Fabric before, ForwardingTables tables, Fabric now, LidMap lids) {
    if (tables == null) {
      return null;
    }
    ForwardingTables carried = new ForwardingTables(now.switchCount(), lids.maxLid());
    for (int node = 0; node < now.switchCount(); node++) {
      int known = before.nodeByGuid(now.nodeGuid(node));
      for (int lid = 1; known != Fabric.NONE && lid <= lids.maxLid(); lid++) {
        carried.set(node, lid, tables.port(known, lid));
      }
    }
    return carried;
  }

  /** Now and then some bytes are wrong. */
  private static void spoil(ForwardingTables tables, Random random) {
    for (int wrong = random.nextInt(8) - 4; wrong > 0; wrong--) {
      int node = random.nextInt(tables.switchCount());
      tables.set(node, 1 + random.nextInt(tables.maxLid()), random.nextInt(8));
    }
  }
}
