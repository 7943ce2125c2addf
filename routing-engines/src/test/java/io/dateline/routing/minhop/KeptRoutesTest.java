package io.dateline.routing.minhop;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.TableComparison;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** After a fault only those entries change that have to. */
class KeptRoutesTest {
  private static final List<String> FABRICS =
      List.of("torus 4 4 3 2", "ftree 4,4,4 1,4,4", "jellyfish 24 6 4 5", "dragonfly 4 2 2");

  @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
  void shouldChangeOnlyEntriesWhosePortIsDownOrNoLongerMinimal(
      @ForAll @LongRange(min = 1, max = 1_000_000) long seed,
      @ForAll @IntRange(min = 0, max = 3) int which,
      @ForAll @IntRange(min = 0, max = 1) int lmc) {
    String whole = FABRICS.get(which);
    Fabric fabric = fabric(whole);
    Fabric damaged = fabric(whole + " --drop-links 1:" + seed);
    LidMap lids = Net.lids(fabric, lmc);
    ForwardingTables before = route(fabric, lids, null);

    ForwardingTables after = route(damaged, lids, before);

    TableComparison comparison = TableComparison.compare(lids, before, after);
    assertThat(comparison.changed()).isEqualTo(broken(damaged, lids, before)).isPositive();
    assertThat(comparison.added() + comparison.removed()).isZero();
    Verdict verdict =
        Judge.judge(
            damaged,
            lids,
            Routing.singleLane(MinHopEngine.NAME, after),
            new JudgeOptions(Scope.ALL_END_PORTS, 1, 1));
    assertThat(verdict.delivery().undelivered()).isZero();
    assertThat(verdict.hops().nonMinimal()).isZero();
  }

  /** Entries that lead over no cable to a switch that is nearer. */
  private static long broken(Fabric fabric, LidMap lids, ForwardingTables tables) {
    long count = 0;
    for (int lid = 1; lid <= lids.maxLid(); lid++) {
      int port = lids.port(lid);
      if (port == Fabric.NONE) {
        continue;
      }
      boolean isSwitch = fabric.isSwitch(fabric.nodeOf(port));
      int[] distances = distances(fabric, fabric.nodeOf(isSwitch ? port : fabric.peer(port)));
      for (int node = 0; node < fabric.switchCount(); node++) {
        if (distances[node] > 0) {
          int peer = fabric.peer(fabric.port(node, tables.port(node, lid)));
          if (peer == Fabric.NONE || distances[fabric.nodeOf(peer)] != distances[node] - 1) {
            count++;
          }
        }
      }
    }
    return count;
  }

  private static int[] distances(Fabric fabric, int to) {
    int[] distances = new int[fabric.switchCount()];
    Arrays.fill(distances, Integer.MAX_VALUE);
    distances[to] = 0;
    Queue<Integer> queue = new ArrayDeque<>(List.of(to));
    while (!queue.isEmpty()) {
      int node = queue.remove();
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer != Fabric.NONE
            && fabric.isSwitch(fabric.nodeOf(peer))
            && distances[fabric.nodeOf(peer)] == Integer.MAX_VALUE) {
          distances[fabric.nodeOf(peer)] = distances[node] + 1;
          queue.add(fabric.nodeOf(peer));
        }
      }
    }
    return distances;
  }

  private static Fabric fabric(String arguments) {
    List<String> words = List.of(arguments.split(" ", -1));
    return TopologySpec.ofArguments(words.getFirst(), words.subList(1, words.size())).generate();
  }

  private static ForwardingTables route(Fabric fabric, LidMap lids, ForwardingTables previous) {
    RoutingOutcome outcome =
        new MinHopEngine(1)
            .route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, previous));
    return ((RoutingOutcome.Routed) outcome).routing().tables();
  }
}
