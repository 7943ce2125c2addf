package io.dateline.fabric.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The judge against its naive twin on random fabrics, tables, SLs and lanes. */
class JudgeTwinTest {
  private static final SlToVl IDENTITY_BY_ANOTHER_NAME = (node, in, out, sl) -> sl;

  @Property(tries = 400)
  void shouldAgreeWithTwinOnOneLane(
      @ForAll long seed, @ForAll Scope scope, @ForAll @IntRange(min = 1, max = 5) int threads) {
    Bench bench = RandomBench.of(new Random(seed));
    shouldAgree(bench, bench.routing(SlToVl.IDENTITY, PathSl.ZERO), scope, threads);
  }

  @Property(tries = 600)
  void shouldAgreeWithTwinWhenLanesDifferByPath(
      @ForAll long seed,
      @ForAll Scope scope,
      @ForAll @IntRange(min = 1, max = 5) int threads,
      @ForAll @IntRange(min = 1, max = 16) int sls) {
    Random random = new Random(seed);
    Bench bench = RandomBench.of(random);
    shouldAgree(bench, onManyLanes(bench, random, sls), scope, threads);
  }

  @Property(tries = 600)
  void shouldAgreeWithTwinOnUnicastAndMulticastTogether(
      @ForAll long seed, @ForAll Scope scope, @ForAll @IntRange(min = 1, max = 16) int sls) {
    Random random = new Random(seed);
    Bench bench = RandomBench.of(random);
    Routing unicast = onManyLanes(bench, random, sls);
    shouldAgree(bench, unicast.withMulticast(RandomTree.of(bench.fabric(), random)), scope, 1);
  }

  private static Routing onManyLanes(Bench bench, Random random, int sls) {
    int salt = random.nextInt();
    int dropOneIn = random.nextBoolean() ? 40 : Integer.MAX_VALUE;
    PathSl pathSl = (source, destination) -> Math.floorMod(mix(salt, source, destination, 0), sls);
    SlToVl slToVl =
        (node, in, out, sl) -> {
          int hash = mix(salt + node, in, out, sl);
          return Math.floorMod(hash, dropOneIn) == 0 ? SlToVl.DROP : (hash >>> 8) % 4;
        };
    return bench.routing(slToVl, pathSl);
  }

  @Property(tries = 200)
  void shouldGiveTheSameVerdictForAnyNumberOfThreads(
      @ForAll long seed,
      @ForAll Scope scope,
      @ForAll @IntRange(min = 2, max = 6) int threads,
      @ForAll @IntRange(min = 0, max = 5) int examplesMax) {
    Bench bench = RandomBench.of(new Random(seed));
    Routing routing = bench.routing(SlToVl.IDENTITY, (source, destination) -> source & 3);
    JudgeOptions one = new JudgeOptions(scope, 1, examplesMax);
    JudgeOptions several = new JudgeOptions(scope, threads, examplesMax);
    assertThat(Judge.judge(bench.fabric(), bench.lids(), routing, several))
        .usingRecursiveComparison()
        .isEqualTo(Judge.judge(bench.fabric(), bench.lids(), routing, one));
  }

  @Property(tries = 200)
  void shouldGiveTheSameVerdictByEitherWalk(@ForAll long seed, @ForAll Scope scope) {
    Bench bench = RandomBench.of(new Random(seed));
    JudgeOptions options = new JudgeOptions(scope, 1, 1000);
    Routing fast = bench.routing(SlToVl.IDENTITY, PathSl.ZERO);
    Routing general = bench.routing(IDENTITY_BY_ANOTHER_NAME, PathSl.ZERO);
    assertThat(Judge.judge(bench.fabric(), bench.lids(), general, options))
        .usingRecursiveComparison()
        .isEqualTo(Judge.judge(bench.fabric(), bench.lids(), fast, options));
  }

  private static void shouldAgree(Bench bench, Routing routing, Scope scope, int threads) {
    Fabric fabric = bench.fabric();
    NaiveJudge twin = new NaiveJudge(fabric, bench.lids(), routing, scope);
    Verdict verdict =
        Judge.judge(fabric, bench.lids(), routing, new JudgeOptions(scope, threads, 100_000));
    routing
        .multicast()
        .ifPresent(tree -> shouldAgree(bench, routing, scope, twin, verdict.multicast()));

    Delivery delivery = verdict.delivery();
    assertThat(delivery.pairs()).isEqualTo(twin.pairs);
    assertThat(delivery.caPairs()).isEqualTo(twin.caPairs);
    assertThat(delivery.undelivered()).isEqualTo(twin.undelivered);
    assertThat(delivery.caUndelivered()).isEqualTo(twin.caUndelivered);
    assertThat(delivery.disconnected()).isEqualTo(twin.disconnected);
    assertThat(delivery.undeliveredByFault()).isEqualTo(twin.faults);
    assertThat(delivery.examples()).hasSize((int) twin.undelivered);
    assertThat(places(delivery.examples()).equals(places(twin.undeliveredPairs))).isTrue();
    assertThat(delivery.loops()).isEqualTo(twin.loops.size());
    Set<Set<Integer>> loops = new HashSet<>();
    delivery.loopExamples().forEach(loop -> loops.add(toSet(loop.channels())));
    assertThat(loops.equals(twin.loops)).isTrue();

    assertThat(asMap(verdict.hops().histogram())).isEqualTo(twin.hops);
    assertThat(verdict.hops().nonMinimal()).isEqualTo(twin.nonMinimal);
    assertThat(verdict.vlMask()).isEqualTo(twin.vlMask);
    assertThat(asMap(verdict.loads().paths())).isEqualTo(twin.loads);

    Dependencies graph = verdict.dependencies();
    long[] channelsByVl = new long[16];
    twin.lanes.forEach(lane -> channelsByVl[lane.vl()]++);
    assertThat(graph.channelsByVl()).isEqualTo(channelsByVl);
    long[] dependenciesByVl = new long[16];
    twin.dependencies.forEach(dependency -> dependenciesByVl[dependency.from().vl()]++);
    assertThat(graph.dependenciesByVl()).isEqualTo(dependenciesByVl);
    assertThat(graph.acyclic()).isEqualTo(!twin.hasCycle());
    List<Lane> cycle = graph.cycle();
    Set<NaiveJudge.Dependency> arcs = new HashSet<>();
    for (int i = 0; i < cycle.size(); i++) {
      arcs.add(new NaiveJudge.Dependency(cycle.get(i), cycle.get((i + 1) % cycle.size())));
    }
    assertThat(arcs).hasSameSizeAs(cycle);
    assertThat(twin.dependencies.containsAll(arcs)).isTrue();
  }

  private static void shouldAgree(
      Bench bench, Routing routing, Scope scope, NaiveJudge twin, Optional<TreeCoverage> coverage) {
    Fabric fabric = bench.fabric();
    NaiveMulticast multicast = new NaiveMulticast(fabric, bench.lids(), routing, scope, twin);
    assertThat(coverage.orElseThrow().switches()).isEqualTo(multicast.reached.size());
    assertThat(coverage.orElseThrow().drops() > 0).isEqualTo(multicast.dropped);
    Set<Integer> connected = new HashSet<>();
    connect(fabric, routing.multicast().orElseThrow().root(), connected);
    connected.removeAll(multicast.reached);
    connected.removeIf(node -> !hasEndPort(fabric, node, scope));
    assertThat(coverage.orElseThrow().missing()).isEqualTo(connected.size());
  }

  private static void connect(Fabric fabric, int node, Set<Integer> connected) {
    if (fabric.isSwitch(node) && connected.add(node)) {
      peers(fabric, node).forEach(peer -> connect(fabric, peer, connected));
    }
  }

  private static boolean hasEndPort(Fabric fabric, int node, Scope scope) {
    return scope == Scope.ALL_END_PORTS
        || peers(fabric, node).anyMatch(peer -> !fabric.isSwitch(peer));
  }

  private static IntStream peers(Fabric fabric, int node) {
    return IntStream.rangeClosed(1, fabric.externalPortCount(node))
        .map(number -> fabric.peer(fabric.port(node, number)))
        .filter(peer -> peer != Fabric.NONE)
        .map(fabric::nodeOf);
  }

  private static Map<Integer, Long> asMap(long[] counts) {
    Map<Integer, Long> map = new HashMap<>();
    for (int index = 0; index < counts.length; index++) {
      if (counts[index] != 0) {
        map.put(index, counts[index]);
      }
    }
    return map;
  }

  /**
   * Places of undelivered pairs. With several source LIDs a pair may be dropped at several nodes,
   * and each is a right answer; everything else about a pair is unique.
   */
  private static Set<Undelivered> places(Collection<Undelivered> pairs) {
    Set<Undelivered> places = new HashSet<>();
    for (Undelivered pair : pairs) {
      boolean anywhere = pair.fault() == Fault.DROPPED;
      places.add(
          new Undelivered(
              pair.sourcePort(),
              pair.destinationLid(),
              pair.fault(),
              anywhere ? Fabric.NONE : pair.node(),
              anywhere ? 0 : pair.portNumber()));
    }
    return places;
  }

  private static Set<Integer> toSet(int[] values) {
    Set<Integer> set = new HashSet<>();
    for (int value : values) {
      set.add(value);
    }
    return set;
  }

  private static int mix(int a, int b, int c, int d) {
    int hash = ((a * 31 + b) * 31 + c) * 31 + d;
    hash ^= hash >>> 15;
    hash *= 0x2c1b3c6d;
    return hash ^ hash >>> 12;
  }
}
