package io.dateline.routing.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.ChangingFabric;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.hops.Nearing;
import io.dateline.routing.hops.ShortestPaths;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What is left of tables is found by change as from scratch. */
class KeptByChangeTest {
  private static final List<String> SPECS =
      List.of("torus:4x4x3:2", "ftree:4,4,4:1,4,4", "jellyfish:24,6,4,5", "dragonfly:4,2,2");
  private static final RoutingOptions OPTIONS = RoutingOptions.DEFAULTS;

  /** A fabric with what the code that goes on from tables of before goes by. */
  private record Step(RoutingRequest request, TablePlan plan, Permissions permissions) {
    static Step of(Fabric fabric, LidMap lids, ForwardingTables previous) {
      RoutingRequest request = new RoutingRequest(fabric, lids, OPTIONS, previous);
      SwitchGraph graph = new SwitchGraph(fabric);
      TablePlan plan = TablePlan.of(request, graph);
      Supplier<Nearing> shortest = ShortestPaths.of(fabric, graph, Map.of(), 1);
      return new Step(request, plan, Permissions.of(plan, shortest, 1));
    }

    HomeOfLid homes() {
      return new HomeOfLid(plan.order(), request.lids().maxLid());
    }

    KeptEntries fromScratch() {
      return KeptEntries.of(plan, permissions, homes(), 2);
    }

    MendedTables.Outcome mended(Optional<CountedTables> before) {
      List<Dealer.Measure> measures = List.of(Dealer.Measure.PORT, Dealer.Measure.WAY);
      return MendedTables.of(request, plan, permissions, before, measures, 2);
    }

    Optional<KeptEntries> byChange(CountedTables before) {
      return ChannelMap.between(before.plan().channels(), plan.channels())
          .flatMap(map -> KeptByChange.of(before, plan, permissions, homes(), map, 2));
    }
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void shouldBeAsFromScratch(@ForAll long seed, @ForAll @IntRange(min = 0, max = 2) int lmc) {
    Random random = new Random(seed);
    int kind = random.nextInt(2 * SPECS.size());
    Fabric whole =
        kind < SPECS.size() ? TopologySpec.parse(SPECS.get(kind)).generate() : Net.random(random);
    ChangingFabric changing = new ChangingFabric(whole, lmc);
    Fabric fabric = changing.present();
    LidMap lids = changing.lids(fabric);
    ForwardingTables none = new ForwardingTables(fabric.switchCount(), lids.maxLid());
    MendedTables.Outcome before = Step.of(fabric, lids, none).mended(Optional.empty());
    for (int change = 0; change < 12; change++) {
      for (int cables = 1 + random.nextInt(2); cables > 0; cables--) {
        changing.changeCable(random);
      }
      Fabric now = changing.present();
      Step step = Step.of(now, changing.lids(now), before.tables());

      Optional<KeptEntries> byChange = step.byChange(before.counted());

      byChange.ifPresent(kept -> shouldBeSame(kept, step.fromScratch()));
      MendedTables.Outcome mended = step.mended(Optional.of(before.counted()));
      assertThat(mended.tables()).isEqualTo(step.mended(Optional.empty()).tables());
      shouldBeCounted(mended, step);
      before = mended;
    }
  }

  private static void shouldBeSame(KeptEntries kept, KeptEntries scratch) {
    assertThat(kept.tables()).isEqualTo(scratch.tables());
    assertThat(kept.paths()).isEqualTo(scratch.paths());
    assertThat(kept.lids()).isEqualTo(scratch.lids());
    assertThat(kept.entries()).isEqualTo(scratch.entries());
    assertThat(kept.broken()).isEqualTo(scratch.broken());
  }

  private static void shouldBeCounted(MendedTables.Outcome mended, Step step) {
    SwitchGraph channels = step.plan().channels();
    ChannelUse use = ChannelUse.of(channels, step.homes(), mended.tables(), 1);
    ChannelUse known = mended.counted().use(mended.tables(), 1);
    assertThat(known.entries()).isEqualTo(use.entries());
    assertThat(known.lids()).isEqualTo(use.lids());
    KeptEntries all =
        KeptEntries.of(step.plan().with(mended.tables()), step.permissions(), step.homes(), 1);
    assertThat(mended.counted().paths()).isEqualTo(all.paths());
  }

  /** The property above would hold, too, if nothing were ever found by change. */
  @Test
  void shouldBeFoundByChangeOnATree() {
    Fabric whole = TopologySpec.parse("ftree:6,6,6:1,6,6").generate();
    ChangingFabric changing = new ChangingFabric(whole, 0);
    LidMap lids = changing.lids(whole);
    ForwardingTables none = new ForwardingTables(whole.switchCount(), lids.maxLid());
    MendedTables.Outcome before = Step.of(whole, lids, none).mended(Optional.empty());
    Random random = new Random(1);
    for (int change = 0; change < 20; change++) {
      changing.changeCable(random);
      Step step = Step.of(changing.present(), lids, before.tables());

      assertThat(step.byChange(before.counted())).isPresent();

      before = step.mended(Optional.of(before.counted()));
    }
  }

  @Test
  void shouldLookAtAllWhereAPortLeadsElsewhere() {
    SwitchGraph before = new SwitchGraph(withPortTo(2));

    assertThat(ChannelMap.between(before, new SwitchGraph(withPortTo(3)))).isEmpty();
    assertThat(ChannelMap.between(before, before)).isPresent();
  }

  /** Three switches in a row, and a second cable from the first to another one. */
  private static Fabric withPortTo(long guid) {
    Fabric.Builder builder = new Fabric.Builder();
    for (long each = 1; each <= 3; each++) {
      builder.node(NodeType.SWITCH, each, 4);
    }
    link(builder, 1, 1, 2, 1);
    link(builder, 2, 2, 3, 1);
    link(builder, 1, 2, guid, 4);
    return builder.build();
  }

  private static void link(Fabric.Builder builder, long from, int port, long to, int peer) {
    builder.link(builder.find(from), port, builder.find(to), peer, LinkWidth.X4, LinkSpeed.QDR);
  }
}
