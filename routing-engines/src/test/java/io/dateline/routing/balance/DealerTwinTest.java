package io.dateline.routing.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.GuidPort;
import io.dateline.routing.Net;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.Dealer.Measure;
import io.dateline.routing.hops.Nearing;
import io.dateline.routing.hops.ShortestPaths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** How LIDs are dealt out to the shortest ways, against the naive twin, on random fabrics. */
class DealerTwinTest {
  @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
  void shouldGiveTheTwinsTablesForAnyNumberOfThreads(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 3) int lmc,
      @ForAll boolean withPrevious,
      @ForAll Measure measure,
      @ForAll @IntRange(min = 1, max = 3) int parts,
      @ForAll @IntRange(min = 1, max = 4) int threads) {
    Random random = new Random(seed);
    Fabric fabric = Net.random(random);
    LidMap lids = Net.lids(fabric, lmc);
    RoutingRequest request =
        new RoutingRequest(
            fabric,
            lids,
            RoutingOptions.DEFAULTS.with(randomOptions(fabric, random)),
            withPrevious ? randomTables(fabric, lids, random) : null);

    ForwardingTables tables = dealOut(request, measure, parts, threads);

    int dealtParts = withPrevious ? 1 : parts;
    assertThat(tables.equals(NaiveDealer.route(request, measure, dealtParts, tables)))
        .as(request.options().toString())
        .isTrue();
  }

  /** Each of them half of the time as by default. Some name what is not there. */
  private static PortOptions randomOptions(Fabric fabric, Random random) {
    Set<GuidPort> ignored = new HashSet<>();
    Map<GuidPort, Integer> weights = new HashMap<>();
    Map<Long, List<Integer>> orders = new HashMap<>();
    List<Long> first = new ArrayList<>();
    boolean[] given = new boolean[4];
    for (int option = 0; option < given.length; option++) {
      given[option] = random.nextBoolean();
    }
    for (int draw = 0; draw < 6; draw++) {
      if (given[0]) {
        ignored.add(randomPort(fabric, random));
      }
      if (given[1]) {
        weights.put(randomPort(fabric, random), 1 + random.nextInt(4));
      }
      if (given[2]) {
        orders.put(
            fabric.nodeGuid(random.nextInt(fabric.nodeCount())),
            random.ints(4, 0, 12).boxed().toList());
      }
      if (given[3]) {
        int[] endPorts = fabric.endPorts();
        first.add(fabric.portGuid(endPorts[random.nextInt(endPorts.length)]));
      }
    }
    return new PortOptions(
        random.nextBoolean(),
        random.nextBoolean(),
        random.nextBoolean() ? random.nextInt() : 0,
        random.nextBoolean(),
        ignored,
        weights,
        orders,
        first,
        false);
  }

  private static GuidPort randomPort(Fabric fabric, Random random) {
    return new GuidPort(fabric.nodeGuid(random.nextInt(fabric.nodeCount())), random.nextInt(12));
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

  private static ForwardingTables dealOut(
      RoutingRequest request, Measure measure, int parts, int threads) {
    PortOptions options = request.options().ports();
    SwitchGraph graph = new SwitchGraph(request.fabric(), options.portSearchOrdering());
    TablePlan plan = TablePlan.of(request, graph);
    Supplier<Nearing> shortest =
        ShortestPaths.of(request.fabric(), graph, options.hopWeights(), threads);
    if (request.previous() != null) {
      Permissions permissions = Permissions.of(plan, shortest, threads);
      KeptEntries kept =
          KeptEntries.of(
              plan, permissions, new HomeOfLid(plan.order(), request.lids().maxLid()), threads);
      new Mender(plan, permissions, kept.tables(), measure, kept.paths()).mend(kept.broken());
      return kept.tables();
    }
    Choices choices = new Choices(plan, shortest, threads);
    ForwardingTables tables =
        new ForwardingTables(request.fabric().switchCount(), request.lids().maxLid());
    BalancedTables.dealOut(choices, plan, tables, measure, parts, threads);
    return tables;
  }
}
