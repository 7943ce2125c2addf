package io.dateline.routing.dor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.Net;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.proof.LayerProof;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The engine against its naive twin, the judge and the layers' proof, on random fabrics. */
class DorTwinTest {
  @Property(tries = 300)
  void shouldGoWhereTheFirstPortInOrderLeads(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 2) int lmc,
      @ForAll boolean ordered,
      @ForAll boolean withPrevious,
      @ForAll @IntRange(min = 1, max = 3) int threads) {
    Random random = new Random(seed);
    Fabric fabric = Net.random(random);
    LidMap lids = Net.lids(fabric, lmc);
    RoutingRequest request =
        new RoutingRequest(
            fabric,
            lids,
            options(ordered ? randomOrder(fabric, random) : Map.of()),
            withPrevious ? randomTables(fabric, lids, random) : null);

    RoutingOutcome.Routed routed = route(request, threads);

    ForwardingTables tables = routed.routing().tables();
    NaiveDor twin = new NaiveDor(request);
    for (int lid = 1; lid <= lids.maxLid(); lid++) {
      int end = lids.port(lid);
      if (end == Fabric.NONE) {
        continue;
      }
      int home = home(fabric, end);
      if (home == Fabric.NONE) {
        continue;
      }
      int[] steps = twin.steps(home);
      for (int node = 0; node < steps.length; node++) {
        int number = tables.port(node, lid);
        if (node == home) {
          assertThat(number).isEqualTo(fabric.isSwitch(fabric.nodeOf(end)) ? 0 : last(fabric, end));
        } else if (steps[node] == Fabric.NONE) {
          assertThat(number).isEqualTo(ForwardingTables.NO_PORT);
        } else {
          assertThat(twin.next(node, number)).isEqualTo(steps[node]);
        }
      }
    }
    assertThat(route(request, 4)).isEqualTo(routed);
  }

  @Property(tries = 300)
  void shouldClaimNothingThatTheJudgeOrTheProofDeny(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 1) int lmc) {
    Fabric fabric = Net.random(new Random(seed));
    LidMap lids = Net.lids(fabric, lmc);
    RoutingOutcome.Routed routed =
        route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null), 1);

    Verdict verdict =
        Judge.judge(fabric, lids, routed.routing(), JudgeOptions.of(Scope.ALL_END_PORTS));

    assertThat(verdict.delivery().undelivered()).isEqualTo(verdict.delivery().disconnected());
    assertThat(verdict.delivery().loops()).isZero();
    assertThat(verdict.hops().nonMinimal()).isZero();
    boolean free = verdict.dependencies().acyclic();
    assertThat(LayerProof.of(fabric, lids, routed.routing(), 1).acyclic()).isEqualTo(free);
    if (routed.creditLoopFree()) {
      assertThat(free).isTrue();
      assertThat(routed.warnings()).isEmpty();
    } else {
      assertThat(routed.warnings()).hasSize(1);
    }
    if (!hasParallelCables(fabric)) {
      assertThat(routed.creditLoopFree()).isEqualTo(free);
    }
  }

  private static boolean hasParallelCables(Fabric fabric) {
    for (int node = 0; node < fabric.switchCount(); node++) {
      List<Integer> neighbours = new ArrayList<>();
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer))) {
          neighbours.add(fabric.nodeOf(peer));
        }
      }
      if (neighbours.stream().distinct().count() < neighbours.size()) {
        return true;
      }
    }
    return false;
  }

  private static int home(Fabric fabric, int end) {
    int node = fabric.nodeOf(end);
    if (fabric.isSwitch(node)) {
      return node;
    }
    int peer = fabric.peer(end);
    return peer == Fabric.NONE ? Fabric.NONE : fabric.nodeOf(peer);
  }

  private static int last(Fabric fabric, int end) {
    return fabric.portNumber(fabric.peer(end));
  }

  private static Map<Long, List<Integer>> randomOrder(Fabric fabric, Random random) {
    Map<Long, List<Integer>> order = new HashMap<>();
    for (int node = 0; node < fabric.switchCount(); node++) {
      List<Integer> numbers =
          new ArrayList<>(
              IntStream.rangeClosed(1, fabric.externalPortCount(node)).boxed().toList());
      Collections.shuffle(numbers, random);
      order.put(fabric.nodeGuid(node), numbers.subList(0, random.nextInt(numbers.size() + 1)));
    }
    return order;
  }

  private static RoutingOptions options(Map<Long, List<Integer>> order) {
    PortOptions defaults = PortOptions.DEFAULTS;
    return RoutingOptions.DEFAULTS.with(
        new PortOptions(
            defaults.portProfileSwitchNodes(),
            defaults.portShifting(),
            defaults.scatterPorts(),
            defaults.avoidThrottledLinks(),
            defaults.portProfIgnore(),
            defaults.hopWeights(),
            order,
            defaults.guidRoutingOrder(),
            false));
  }

  private static ForwardingTables randomTables(Fabric fabric, LidMap lids, Random random) {
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), lids.maxLid());
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int lid = 0; lid <= tables.maxLid(); lid++) {
        tables.set(node, lid, random.nextInt(fabric.externalPortCount(node) + 3));
      }
    }
    return tables;
  }

  private static RoutingOutcome.Routed route(RoutingRequest request, int threads) {
    return (RoutingOutcome.Routed) new DorEngine(threads).route(request);
  }
}
