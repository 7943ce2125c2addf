package io.dateline.routing.ftree;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.TreeOptions;
import io.dateline.routing.balance.Destinations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShiftReliefTest {
  private static final List<String> SPECS =
      List.of("ftree:4,4:1,4", "ftree:3,3,3:1,3,3", "ftree:4,3,3:1,2,3", "ftree:2,4,3:1,4,2");

  /** The last column is what Debian's opensm has; without relief it is 4 and 12. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"6,4,4:1,4,3 | 1 | 48 | 3", "5,4,3:1,3,2 | 6 | 48 | 9"})
  void shouldCrowdNoMoreThanOpenSmWhereMainPathsDo(String spec, int graph, long seed, int theirs) {
    Fabric fabric = Trees.tree("ftree:" + spec, NetworkFaults.NONE.dropLinks(graph, seed));
    LidMap lids = Net.lids(fabric, 0);
    RoutingOutcome.Routed routed =
        Trees.routed(fabric, lids, TreeOptions.DEFAULTS.rootGuids(Trees.roots(fabric)), null);
    assertThat(Trees.shifts(fabric, lids, routed).max()).isLessThanOrEqualTo(theirs);
  }

  /** Begins with any ports that lead nearer, and measures with what knows nothing of this. */
  @Property(tries = 100)
  void shouldCountFlowsAndCrowdThemNoMoreByAllowedPorts(@ForAll long seed) {
    Random random = new Random(seed);
    NetworkFaults faults =
        NetworkFaults.NONE
            .dropLinks(random.nextInt(5), random.nextLong())
            .dropSwitches(random.nextInt(2), random.nextLong());
    Fabric fabric = Trees.tree(SPECS.get(random.nextInt(SPECS.size())), faults);
    LidMap lids = Net.lids(fabric, 0);
    TreeOptions options = TreeOptions.DEFAULTS.rootGuids(Trees.roots(fabric));
    RoutingOutcome outcome = Trees.route(fabric, lids, options, null, 1);
    Assume.that(outcome instanceof RoutingOutcome.Routed);
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) outcome;
    ForwardingTables tables = routed.routing().tables();
    Tree tree = tree(fabric, lids, options);
    Leaves leaves = Leaves.of(tree, Leaves.rank(tree, true), false);
    Reach reach = Reach.of(tree, 1);
    scatter(tree, reach, tables, random);
    byte[][] rows = new byte[tree.switchCount()][];
    Arrays.setAll(rows, tables::row);

    int before = most(fabric, lids, routed);
    assertThat(Math.max(1, new ShiftFlows(tree, leaves, rows).most())).isEqualTo(before);
    new ShiftRelief(tree, leaves, reach, rows).run();

    int after = most(fabric, lids, routed);
    assertThat(after).isLessThanOrEqualTo(before);
    ShiftFlows flows = new ShiftFlows(tree, leaves, rows);
    assertThat(Math.max(1, flows.most())).isEqualTo(after);
    assertThat(flows.least()).isLessThanOrEqualTo(after);
    NaiveTree naive = new NaiveTree(fabric, options.rootGuids().orElseThrow());
    for (int node = 0; node < rows.length; node++) {
      for (int i = 0; i < tree.destinations().count; i++) {
        int home = tree.destinations().homes[i];
        if (home != node && tree.destinations().isCompute(i) && naive.joins(node, home)) {
          int number = tables.port(node, tree.destinations().lids[i]);
          assertThat(naive.allows(node, number, home)).isTrue();
        }
      }
    }
  }

  /** As measured, where adapters' own cables count, too. */
  private static int most(Fabric fabric, LidMap lids, RoutingOutcome.Routed routed) {
    return Trees.shifts(fabric, lids, routed).max();
  }

  private static void scatter(Tree tree, Reach reach, ForwardingTables tables, Random random) {
    NearerGroups nearer = new NearerGroups(tree, reach);
    int[] choices = new int[256];
    for (int node = 0; node < tree.switchCount(); node++) {
      for (int i = 0; i < tree.destinations().count; i++) {
        int home = tree.destinations().homes[i];
        byte turn = reach.row(node)[home];
        if (home != node && turn != Reach.NONE && tree.destinations().isCompute(i)) {
          int count = nearer.list(node, turn, home, choices);
          int cable = tree.groups().cable(choices[random.nextInt(count)], random.nextInt(4));
          tables.set(node, tree.destinations().lids[i], tree.fabric().portNumber(cable));
        }
      }
    }
  }

  private static Tree tree(Fabric fabric, LidMap lids, TreeOptions options) {
    SwitchGraph graph = new SwitchGraph(fabric);
    Ranks ranks =
        options.rootGuids().isPresent()
            ? Ranks.fromGiven(fabric, graph, options.rootGuids().get(), new ArrayList<>())
            : Ranks.fromAdapters(fabric, graph);
    return new Tree(
        fabric,
        graph,
        ranks,
        new PortGroups(fabric, graph, ranks),
        new Destinations(fabric, lids, options));
  }
}
