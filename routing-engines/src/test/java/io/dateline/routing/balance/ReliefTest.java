package io.dateline.routing.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.Dealer.Measure;
import io.dateline.routing.hops.Nearing;
import io.dateline.routing.hops.ShortestPaths;
import java.util.BitSet;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ReliefTest {
  /** Tables as they are dealt out, which {@link #relieve} changes. */
  private static final class Dealt {
    final RoutingRequest request;
    final SwitchGraph graph;
    final TablePlan plan;
    final Allowed allowed;
    final BitSet movable = new BitSet();
    final ForwardingTables tables;
    final long[] paths; // by channel

    Dealt(Fabric fabric, LidMap lids, ForwardingTables previous) {
      request = new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, previous);
      graph = new SwitchGraph(fabric);
      plan = TablePlan.of(request, graph);
      Supplier<Nearing> shortest = ShortestPaths.of(fabric, graph, Map.of(), 1);
      if (previous == null) {
        Choices choices = new Choices(plan, shortest, 1);
        allowed = choices;
        movable.set(0, lids.maxLid() + 1);
        tables = new ForwardingTables(fabric.switchCount(), lids.maxLid());
        paths = BalancedTables.dealOut(choices, plan, tables, Measure.WAY, 1, 1);
      } else {
        Permissions permissions = Permissions.of(plan, shortest, 1);
        KeptEntries kept =
            KeptEntries.of(plan, permissions, new HomeOfLid(plan.order(), lids.maxLid()), 1);
        allowed = permissions.allowed();
        movable.or(kept.broken());
        tables = kept.tables();
        paths = kept.paths();
        new Mender(plan, permissions, tables, Measure.WAY, paths).mend(movable);
      }
    }

    void relieve() {
      new Relief(request.lids(), allowed, plan, tables, paths, movable).run();
    }

    Verdict verdict() {
      return Judge.judge(
          request.fabric(),
          request.lids(),
          Routing.singleLane("", tables),
          new JudgeOptions(Scope.CHANNEL_ADAPTERS, 1, 1));
    }

    int overlaps() {
      LidOverlap apart = new LidOverlap(plan, tables);
      int sum = 0;
      for (int node = 0; node < tables.switchCount(); node++) {
        for (int lid = 1; lid <= tables.maxLid(); lid++) {
          int port = request.lids().port(lid);
          int channel = plan.channels().channel(node, tables.port(node, lid));
          if (port != Fabric.NONE && channel != Fabric.NONE) {
            int first = request.lids().baseLid(port);
            sum += apart.overlap(node, lid, first, request.lids().lidCount(port), channel);
          }
        }
      }
      return sum;
    }
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void shouldServeAllOverFewestHopsWithNoMorePathsOnTheBusiestChannel(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 2) int lmc) {
    Fabric fabric = Net.random(new Random(seed));
    Dealt dealt = new Dealt(fabric, Net.lids(fabric, lmc), null);
    Verdict before = dealt.verdict();
    int overlaps = dealt.overlaps();

    dealt.relieve();

    Verdict after = dealt.verdict();
    assertThat(after.delivery().undelivered()).isEqualTo(after.delivery().disconnected());
    assertThat(after.delivery().loops()).isZero();
    assertThat(after.hops().nonMinimal()).isZero();
    assertThat(after.loads().max()).isLessThanOrEqualTo(before.loads().max());
    assertThat(dealt.overlaps()).isLessThanOrEqualTo(overlaps);
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void shouldKnowThePathsOnEveryChannel(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 2) int lmc) {
    Fabric fabric = Net.random(new Random(seed));
    Dealt dealt = new Dealt(fabric, Net.lids(fabric, lmc), null);

    dealt.relieve();

    long[] judged = dealt.verdict().loads().paths();
    SwitchGraph channels = dealt.plan.channels();
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
        int port = fabric.port(node, channels.numbers[channel] & 0xFF);
        assertThat(dealt.paths[channel]).isEqualTo(judged[port]);
      }
    }
  }

  @Test
  void shouldTakePathsOffTheBusiestChannels() {
    Fabric fabric = TopologySpec.parse("torus:5x5x5:2").generate();
    Dealt dealt = new Dealt(fabric, Net.lids(fabric, 0), null);
    long before = dealt.verdict().loads().max();

    dealt.relieve();

    assertThat(dealt.verdict().loads().max()).isLessThan(before * 4 / 5);
  }

  @Test
  void shouldLeaveWhatIsKept() {
    Fabric fabric = TopologySpec.parse("torus:5x5x5:2").generate();
    LidMap lids = Net.lids(fabric, 0);
    ForwardingTables previous = new Dealt(fabric, lids, null).tables;
    Dealt dealt = new Dealt(fabric, lids, previous);

    dealt.relieve();

    assertThat(dealt.tables.equals(previous)).isTrue();
  }
}
