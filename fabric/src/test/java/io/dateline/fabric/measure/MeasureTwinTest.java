package io.dateline.fabric.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.judge.Bench;
import io.dateline.fabric.judge.RandomBench;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.fabric.random.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The measures against flows followed one by one, on random fabrics with tables partly wrong. */
class MeasureTwinTest {
  @Property(tries = 300)
  void shouldAgreeWithTwinOnAnyFlows(@ForAll long seed) {
    Random random = new Random(seed);
    Bench bench = RandomBench.of(random);
    int[] nodes = EndNodes.ports(bench.fabric(), bench.lids());
    Flows flows = new Flows(bench.fabric(), bench.lids(), bench.tables());
    for (int round = 0; round < 3; round++) {
      flows.clear();
      NaiveFlows twin = new NaiveFlows(bench);
      for (int flow = random.nextInt(30); flow > 0 && nodes.length > 0; flow--) {
        int source = nodes[random.nextInt(nodes.length)];
        int destination = nodes[random.nextInt(nodes.length)];
        if (source != destination) {
          flows.add(source, destination);
          twin.add(source, destination);
        }
      }
      assertThat(flows.count()).isEqualTo(twin.delivered());
      assertThat(flows.channelCount()).isEqualTo(twin.hops());
      assertThat(flows.maxLoad()).isEqualTo(twin.maxLoad());
      assertThat(flows.bandwidth()).isEqualTo(twin.bandwidth(), within(1e-9));
    }
  }

  /** All phases of a shift are all pairs once, so their hops are those that the judge counts. */
  @Property(tries = 200)
  void shouldCrossAsManyChannelsInAllPhasesAsTheJudgeCountsHops(@ForAll long seed) {
    Bench bench = RandomBench.of(new Random(seed), 0);
    int[] nodes = EndNodes.ports(bench.fabric(), bench.lids());
    Flows flows = new Flows(bench.fabric(), bench.lids(), bench.tables());
    for (int shift = 1; shift < nodes.length; shift++) {
      for (int rank = 0; rank < nodes.length; rank++) {
        flows.add(nodes[rank], nodes[(rank + shift) % nodes.length]);
      }
    }
    Verdict verdict = bench.judge(Scope.CHANNEL_ADAPTERS);
    long[] histogram = verdict.hops().histogram();
    long hops = 0;
    for (int length = 0; length < histogram.length; length++) {
      hops += length * histogram[length];
    }
    assertThat(flows.channelCount()).isEqualTo(hops);
    assertThat(flows.count())
        .isEqualTo(verdict.delivery().pairs() - verdict.delivery().undelivered());
  }

  @Property(tries = 200)
  void shouldAgreeWithTwinOnShiftsForAnyNumberOfThreads(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int threads) {
    Random random = new Random(seed);
    Bench bench = RandomBench.of(random);
    int[] order = randomOrder(bench, random);
    ShiftLoads loads =
        ShiftPattern.measure(bench.fabric(), bench.lids(), bench.tables(), order, threads);

    int[] expected = new int[Math.max(0, order.length - 1)];
    long undelivered = 0;
    for (int shift = 1; shift < order.length; shift++) {
      NaiveFlows twin = new NaiveFlows(bench);
      int wanted = 0;
      for (int rank = 0; rank < order.length; rank++) {
        int to = (rank + shift) % order.length;
        if (order[rank] != Fabric.NONE && order[to] != Fabric.NONE) {
          twin.add(order[rank], order[to]);
          wanted++;
        }
      }
      expected[shift - 1] = twin.maxLoad();
      undelivered += wanted - twin.delivered();
    }
    assertThat(loads.maxByShift()).isEqualTo(expected);
    assertThat(loads.undelivered()).isEqualTo(undelivered);
    assertThat(loads.max()).isEqualTo(Arrays.stream(expected).max().orElse(0));
    assertThat(loads.mean()).isEqualTo(Arrays.stream(expected).average().orElse(0), within(1e-9));
    assertThat(loads.congestionFree())
        .isEqualTo((int) Arrays.stream(expected).filter(load -> load < 2).count());
  }

  @Property(tries = 200)
  void shouldAgreeWithTwinOnBisectionsForAnyNumberOfThreads(
      @ForAll long seed,
      @ForAll BisectionTraffic traffic,
      @ForAll @IntRange(min = 1, max = 9) int count,
      @ForAll @IntRange(min = 1, max = 4) int threads) {
    Bench bench = RandomBench.of(new Random(seed));
    BisectionBandwidth measured =
        new RandomBisections(count, seed)
            .measure(bench.fabric(), bench.lids(), bench.tables(), traffic, threads);

    SeededRandom seeds = new SeededRandom(seed);
    long undelivered = 0;
    double[] expected = new double[count];
    for (int i = 0; i < count; i++) {
      int[] nodes = EndNodes.ports(bench.fabric(), bench.lids());
      new SeededRandom(seeds.next()).shuffle(nodes);
      NaiveFlows twin = new NaiveFlows(bench);
      int wanted = 0;
      for (int pair = 0; pair < nodes.length / 2; pair++) {
        int other = pair + nodes.length / 2;
        twin.add(nodes[pair], nodes[other]);
        wanted++;
        if (traffic == BisectionTraffic.BOTH_WAYS) {
          twin.add(nodes[other], nodes[pair]);
          wanted++;
        }
      }
      expected[i] = wanted == 0 ? 0 : twin.bandwidth() / wanted;
      undelivered += wanted - twin.delivered();
    }
    assertThat(measured.byBisection()).containsExactly(expected, within(1e-9));
    assertThat(measured.undelivered()).isEqualTo(undelivered);
    assertThat(measured.mean())
        .isEqualTo(Arrays.stream(expected).average().orElse(0), within(1e-9));
    assertThat(measured.min()).isEqualTo(Arrays.stream(expected).min().orElse(0), within(1e-9));
    assertThat(measured.max()).isEqualTo(Arrays.stream(expected).max().orElse(0), within(1e-9));
  }

  @Property(tries = 100)
  void shouldGiveTheSameBytesForAnyNumberOfThreads(
      @ForAll long seed,
      @ForAll BisectionTraffic traffic,
      @ForAll @IntRange(min = 2, max = 6) int threads) {
    Bench bench = RandomBench.of(new Random(seed));
    RandomBisections bisections = new RandomBisections(20, seed);
    assertThat(
            bisections
                .measure(bench.fabric(), bench.lids(), bench.tables(), traffic, threads)
                .byBisection())
        .isEqualTo(
            bisections
                .measure(bench.fabric(), bench.lids(), bench.tables(), traffic, 1)
                .byBisection());
  }

  /** Some nodes in random order, with ranks that nobody has. */
  private static int[] randomOrder(Bench bench, Random random) {
    List<Integer> order = new ArrayList<>();
    for (int port : EndNodes.ports(bench.fabric(), bench.lids())) {
      if (random.nextInt(5) > 0) {
        order.add(port);
      }
      if (random.nextInt(5) == 0) {
        order.add(Fabric.NONE);
      }
    }
    Collections.shuffle(order, random);
    return order.stream().mapToInt(Integer::intValue).toArray();
  }
}
