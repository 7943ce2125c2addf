package io.dateline.routing.cache;

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
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.cache.UnicastCache.Answer;
import io.dateline.routing.cache.UnicastCache.Fall;
import io.dateline.routing.cache.UnicastCache.Stand;
import io.dateline.routing.minhop.MinHopEngine;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnicastCacheTest {
  private static final List<String> SPECS =
      List.of("torus:4x4x3:2", "ftree:4,4,4:1,4,4", "jellyfish:24,6,4,5", "dragonfly:4,2,2");

  /** A fabric that changes, with tables that minhop has made for all of it. */
  private static final class Site {
    final ChangingFabric changing;
    final Fabric whole;
    final ForwardingTables tables;
    final UnicastCache cache;

    Site(String spec, int lmc) {
      changing = new ChangingFabric(TopologySpec.parse(spec).generate(), lmc);
      whole = changing.present();
      tables = route(whole, changing.lids(whole));
      cache = new UnicastCache(whole, changing.lids(whole), tables);
    }

    Answer look() {
      Fabric now = changing.present();
      return cache.look(now, changing.lids(now));
    }
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void shouldServeWhatAnEngineServesWhereTablesGoOn(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 2) int lmc) {
    Random random = new Random(seed);
    Site site = new Site(SPECS.get(random.nextInt(SPECS.size())), lmc);
    for (int step = 0; step < 12; step++) {
      site.changing.changeNode(random);
      Fabric now = site.changing.present();
      LidMap lids = site.changing.lids(now);
      if (!(site.look() instanceof Stand stand)) {
        continue;
      }
      Verdict standing = judge(now, lids, stand.tables());
      Verdict scratch = judge(now, lids, route(now, lids));
      assertThat(standing.delivery().loops()).isZero();
      assertThat(standing.delivery().undelivered()).isEqualTo(scratch.delivery().undelivered());
      assertThat(standing.hops().nonMinimal()).isEqualTo(scratch.hops().nonMinimal());
      for (int node = 0; node < now.switchCount(); node++) {
        int before = site.whole.nodeByGuid(now.nodeGuid(node));
        assertThat(stand.tables().row(node)).isSameAs(site.tables.row(before));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"H_0_0_0,0,1", "L1_,1,5"})
  void shouldGoOnWithoutAnAdapterAndWithoutALeafAndWithThemAgain(
      String name, int switches, int ports) {
    Site site = new Site("ftree:4,4,4:1,4,4", 0);
    int lost = node(site.whole, name);
    site.changing.lose(lost);

    assertThat(site.look())
        .isInstanceOfSatisfying(
            Stand.class,
            stand -> {
              assertThat(stand.switchesGone()).isEqualTo(switches);
              assertThat(stand.portsGone()).isEqualTo(ports);
            });
    site.changing.giveBackAll();
    assertThat(site.look())
        .isInstanceOfSatisfying(
            Stand.class, stand -> assertThat(stand.tables()).isEqualTo(site.tables));
  }

  @Test
  void shouldFallWhereASpineHasGoneOrACable() {
    Site site = new Site("ftree:4,4,4:1,4,4", 0);
    site.changing.lose(node(site.whole, "L3_"));
    assertThat(site.look())
        .isInstanceOfSatisfying(
            Fall.class, fall -> assertThat(fall.why()).contains("was on the way from"));

    site.changing.giveBackAll();
    site.changing.changeCable(new Random(1));
    assertThat(site.look())
        .isInstanceOfSatisfying(
            Fall.class, fall -> assertThat(fall.why()).startsWith("cable ").endsWith(" is lost"));
  }

  @Test
  void shouldFallWhereALidIsElsewhereOrWasNeverThere() {
    Site site = new Site("ftree:4,4,4:1,4,4", 0);
    LidMap lids = site.changing.lids(site.whole);
    int first = site.whole.port(node(site.whole, "H_0_0_0"), 1);
    int second = site.whole.port(node(site.whole, "H_1_0_0"), 1);
    LidMap.Builder swapped = new LidMap.Builder(site.whole);
    LidMap.Builder more = new LidMap.Builder(site.whole);
    for (int port : site.whole.endPorts()) {
      int lid = lids.baseLid(port == first ? second : port == second ? first : port);
      swapped.assign(port, lid, 0);
      more.assign(port, port == first ? lids.maxLid() + 1 : lids.baseLid(port), 0);
    }

    assertThat(site.cache.look(site.whole, swapped.build())).isInstanceOf(Fall.class);
    assertThat(site.cache.look(site.whole, more.build())).isInstanceOf(Fall.class);
  }

  /** As after a failover, where it is not known where the adapter was. */
  @Test
  void shouldGoOnWithAnAdapterThatIsBackWhereEntriesLead() {
    Site site = new Site("ftree:4,4,4:1,4,4", 0);
    site.changing.lose(node(site.whole, "H_0_0_0"));
    Fabric without = site.changing.present();
    UnicastCache later =
        new UnicastCache(without, site.changing.lids(without), ((Stand) site.look()).tables());

    assertThat(later.look(site.whole, site.changing.lids(site.whole))).isInstanceOf(Stand.class);
  }

  /** The first one whose name begins so. */
  private static int node(Fabric fabric, String name) {
    for (int node = 0; node < fabric.nodeCount(); node++) {
      if (fabric.description(node).startsWith(name)) {
        return node;
      }
    }
    throw new IllegalArgumentException(name);
  }

  private static ForwardingTables route(Fabric fabric, LidMap lids) {
    RoutingOutcome outcome =
        new MinHopEngine(1).route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null));
    return ((RoutingOutcome.Routed) outcome).routing().tables();
  }

  private static Verdict judge(Fabric fabric, LidMap lids, ForwardingTables tables) {
    return Judge.judge(
        fabric,
        lids,
        Routing.singleLane(MinHopEngine.NAME, tables),
        new JudgeOptions(Scope.CHANNEL_ADAPTERS, 1, 1));
  }
}
