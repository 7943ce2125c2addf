package io.dateline.routing.torus;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.TorusShape;
import io.dateline.routing.proof.LayerProof;
import io.dateline.routing.proof.UnicastLanes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged tori are routed without credit loops on unchanged SLs, or refused for a true reason. */
class TorusDamageTest {
  private static final String ROUTED = "routed";
  private static final boolean WIDE = Boolean.getBoolean("compare.wide");

  @ParameterizedTest
  @CsvSource({
    "5,5,1,ttt",
    "4,5,1,ttt",
    "1,4,4,ttt",
    "5,1,3,ttt",
    "3,3,3,ttt",
    "2,3,4,ttt",
    "2,2,2,ttt",
    "7,1,1,ttt",
    "4,5,1,tmt",
    "3,3,4,mtt",
    "3,4,3,tmm",
    "3,3,2,mmm"
  })
  void shouldRouteRoundAnySingleFault(int x, int y, int z, String kinds) {
    TorusShape shape = shape(x, y, z, kinds);
    assertThat(DamageCheck.of(new TorusNet(shape))).isTrue();
    boolean isTorus = kinds.equals("ttt") && x != 2 && y != 2 && z != 2;
    for (int place = 0; place < shape.places(); place++) {
      boolean routed = DamageCheck.of(new TorusNet(shape).failSwitch(place));
      assertThat(routed || !isTorus).as("switch %d", place).isTrue();
    }
    for (int hop : new TorusNet(shape).hops()) {
      boolean routed = DamageCheck.of(new TorusNet(shape).failHop(hop));
      assertThat(routed || !isTorus).as("hop %d", hop).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"5,5,1", "4,5,1", "3,3,3"})
  void shouldCopeWithAnyTwoFailedSwitches(int x, int y, int z) {
    TorusShape shape = shape(x, y, z, "ttt");
    int last = z > 1 ? 2 : 1;
    for (int a = 0; a < shape.places(); a++) {
      for (int b = a + 1; b < shape.places(); b++) {
        boolean routed = DamageCheck.of(new TorusNet(shape).hosts(0).failSwitch(a).failSwitch(b));
        boolean adjacentInLast = shape.next(a, 2 * last) == b || shape.next(a, 2 * last + 1) == b;
        assertThat(routed || !adjacentInLast).as("switches %d, %d", a, b).isTrue();
      }
    }
  }

  /**
   * The manual routes two failed switches side by side in z, and has a figure of two in a dimension
   * before that, which close a credit loop. All of them with {@code -Dcompare.wide=true}, else some
   * at random: where the dateline is makes a difference.
   */
  @Test
  void shouldRouteOrRefuseTwoMissingSwitchesSideBySideIn5x5x5() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    TorusShape shape = shape(5, 5, 5, "ttt");
    Map<String, Integer> ends = new TreeMap<>();
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      for (int place = 0; place < shape.places(); place++) {
        if (WIDE || random.nextInt(shape.places()) < 12) {
          int beside = shape.next(place, 2 * dimension);
          TorusNet net = new TorusNet(shape).hosts(0).failSwitch(place).failSwitch(beside);
          Optional<String> refusal = DamageCheck.refusal(net);
          assertThat(refusal.isEmpty() || dimension < 2).as("seed %d: %s", seed, net).isTrue();
          assertThat(refusal.orElse(bothNames(shape, place, beside)))
              .contains(bothNames(shape, place, beside));
          String end = refusal.map(DamageCheck::kind).orElse(ROUTED);
          ends.merge("xyz".charAt(dimension) + ": " + end, 1, Integer::sum);
        }
      }
    }
    System.out.printf("5x5x5, two switches side by side: %s%n", ends);
  }

  private static String bothNames(TorusShape shape, int place, int other) {
    return "missing switches %s, %s"
        .formatted(
            shape.placeName(Math.min(place, other)), shape.placeName(Math.max(place, other)));
  }

  @ParameterizedTest
  @CsvSource({"5,4,1", "3,2,3"})
  void shouldCopeWithAnyTwoFailedHopsAndAnyHopBesideASwitch(int x, int y, int z) {
    TorusShape shape = shape(x, y, z, "ttt");
    List<Integer> hops = new TorusNet(shape).hops();
    for (int a : hops) {
      for (int b : hops) {
        if (a < b) {
          DamageCheck.of(new TorusNet(shape).hosts(0).failHop(a).failHop(b));
        }
      }
      for (int place = 0; place < shape.places(); place++) {
        DamageCheck.of(new TorusNet(shape).hosts(0).failSwitch(place).failHop(a));
      }
    }
  }

  /**
   * What torus-2QoS promises. With gaps in the rows above and below the failed switch, packets that
   * turn early on the shorter way close a credit loop.
   */
  @Test
  void shouldRouteRoundAFailedSwitchAndLinksWhereTheShorterWayWouldCloseALoop() {
    TorusNet net = TorusNet.torus(5, 5, 1).failSwitch(12).failHop(16, 0).failHop(7, 0);
    Fabric fabric = net.fabric();
    LidMap lids = net.lids(fabric);
    Routing naive = new NaiveTorus(net).routing(fabric, lids, 8);
    assertThat(LayerProof.of(fabric, lids, naive, 1).acyclic()).isFalse();
    assertThat(DamageCheck.of(net)).isTrue();
  }

  @Test
  void shouldRouteRoundAnyRunInTheLastDimensionAndAnyLinksAsLongAsNoRingIsInPieces() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < (WIDE ? 5_000 : 150); round++) {
      TorusShape shape =
          shape(3 + random.nextInt(4), 3 + random.nextInt(4), 1 + random.nextInt(3), "ttt");
      TorusNet net = new TorusNet(shape).hosts(0);
      failRun(net, random);
      failLines(net, random);
      assertThat(DamageCheck.of(net)).as("seed %d: %s", seed, net).isTrue();
    }
  }

  private static void failRun(TorusNet net, Random random) {
    TorusShape shape = net.shape();
    int last = shape.radix(2) > 1 ? 2 : 1;
    int at = random.nextInt(shape.places());
    int length = random.nextInt(shape.radix(last));
    for (int i = 0; i < length; i++) {
      net.failSwitch(shape.with(at, last, (shape.coordinate(at, last) + i) % shape.radix(last)));
    }
  }

  /** One hop each on some of the rings that have all their switches. */
  private static void failLines(TorusNet net, Random random) {
    TorusShape shape = net.shape();
    List<Integer> lines = new ArrayList<>();
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      if (shape.radix(dimension) > 2) {
        for (int place = 0; place < shape.places(); place++) {
          if (shape.coordinate(place, dimension) == 0 && isWhole(net, place, dimension)) {
            lines.add(place * TorusShape.DIMENSIONS + dimension);
          }
        }
      }
    }
    Collections.shuffle(lines, random);
    int count = Math.min(lines.size(), random.nextInt(shape.radix(0) + shape.radix(1)));
    for (int line : lines.subList(0, count)) {
      int dimension = line % TorusShape.DIMENSIONS;
      int coordinate = random.nextInt(shape.radix(dimension));
      net.failHop(shape.with(line / TorusShape.DIMENSIONS, dimension, coordinate), dimension);
    }
  }

  private static boolean isWhole(TorusNet net, int place, int dimension) {
    for (int coordinate = 0; coordinate < net.shape().radix(dimension); coordinate++) {
      if (!net.isPresent(net.shape().with(place, dimension, coordinate))) {
        return false;
      }
    }
    return true;
  }

  /** Groups get a tree that is grown cable by cable there. */
  @ParameterizedTest
  @CsvSource({
    "6,5,1,13 14 19,28 58 84",
    "6,5,1,7 8 17,0 1 34 49 54 87",
    "6,6,6,76 77,",
    "6,6,6,45 135,28 420 496"
  })
  void shouldRouteWhereNoTreeAlongLinesIsSound(
      int x, int y, int z, String switches, String missingHops) {
    TorusNet net = TorusNet.torus(x, y, z);
    numbers(switches).forEach(net::failSwitch);
    numbers(missingHops).forEach(net::failHop);
    Fabric fabric = net.fabric();
    LidMap lids = net.lids(fabric);
    UnicastLanes unicast =
        UnicastLanes.of(fabric, lids, new NaiveTorus(net).routing(fabric, lids, net.dataVls()), 1);
    assertThat(MasterTree.candidates(Torus.of(fabric, net.frame())))
        .noneMatch(tree -> unicast.with(tree).acyclic());
    assertThat(DamageCheck.of(net)).isTrue();
  }

  private static IntStream numbers(String words) {
    return words == null
        ? IntStream.empty()
        : Arrays.stream(words.split(" ", -1)).mapToInt(Integer::parseInt);
  }

  /**
   * As many as {@code -Ddamages=1000} says, by default a few; 1,000 with {@code
   * -Dcompare.wide=true}. {@code -Ddamages.seed} repeats a run.
   */
  @Test
  void shouldRouteOrRefuseRandomDamageOf6x6x6() {
    long seed = Long.getLong("damages.seed", System.nanoTime());
    int rounds = Integer.getInteger("damages", WIDE ? 1_000 : 15);
    Random random = new Random(seed);
    Map<String, Integer> ends = new TreeMap<>();
    for (int round = 0; round < rounds; round++) {
      TorusNet net = TorusNet.torus(6, 6, 6);
      List<Integer> hops = net.hops();
      for (int i = random.nextInt(4); i > 0; i--) {
        net.failSwitch(random.nextInt(net.shape().places()));
      }
      for (int i = random.nextInt(7); i > 0; i--) {
        net.failHop(hops.get(random.nextInt(hops.size())));
      }
      ends.merge(DamageCheck.refusal(net).map(DamageCheck::kind).orElse(ROUTED), 1, Integer::sum);
    }
    System.out.printf("6x6x6, -Ddamages.seed=%d, %d damages: %s%n", seed, rounds, ends);
    assertThat(ends).as("seed %d", seed).containsKey(ROUTED);
  }

  private static TorusShape shape(int x, int y, int z, String kinds) {
    return new TorusShape(List.of(x, y, z), kinds.chars().mapToObj(kind -> kind == 't').toList());
  }
}
