package io.dateline.routing.updown;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.Net;
import io.dateline.routing.Rebuilt;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.Sweeps;
import io.dateline.routing.TreeOptions;
import io.dateline.routing.hops.HopMatrix;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Roots that were found once stay, whatever breaks. */
class KeptRootsTest {
  private static final long NEW = 0xabcdef;

  private final Fabric whole = TopologySpec.parse("ftree:4,4,4:1,4,4").generate();
  private final Sweeps sweeps = sweeps();

  private static Sweeps sweeps() {
    return new Sweeps(new UpDnEngine(1), RoutingOptions.DEFAULTS);
  }

  private static int[] spines(Fabric fabric) {
    return IntStream.range(0, fabric.switchCount())
        .filter(node -> fabric.description(node).startsWith("L3"))
        .toArray();
  }

  private static Set<Long> guids(Fabric fabric, int[] nodes) {
    return IntStream.of(nodes).mapToObj(fabric::nodeGuid).collect(Collectors.toSet());
  }

  private static Set<Long> rootsOf(Routed routed) {
    return routed
        .dumps()
        .get("opensm-updn-roots.dump")
        .lines()
        .map(Long::decode)
        .collect(Collectors.toSet());
  }

  private static int[] foundAlone(Fabric fabric) {
    SwitchGraph graph = new SwitchGraph(fabric);
    return new RootSearch(graph, new AdapterDistances(fabric, HopMatrix.of(graph, 1)))
        .find().stream().toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftree:4,4,4:1,4,4", "ftree:12,12,24:1,12,12"})
  void shouldKeepTheRootsWhereAnyCableIsPulled(String spec) {
    Fabric tree = TopologySpec.parse(spec).generate();
    Sweeps large = sweeps();
    Set<Long> roots = rootsOf(large.route(tree));
    assertThat(roots).isEqualTo(guids(tree, spines(tree)));
    EngineMemory memory = large.memory();
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int fault = 0; fault < 8; fault++) {
      Fabric damaged = new Rebuilt(tree).pull(Rebuilt.cableAtRandom(tree, random)).build();

      Routed routed = large.route(damaged);

      assertThat(rootsOf(routed)).as("seed %d", seed).isEqualTo(roots);
      assertThat(routed.memory()).as("seed %d", seed).isEqualTo(memory);
      assertThat(routed.warnings()).isEmpty();
    }
  }

  @Test
  void shouldLetARootGoAndComeBack() {
    Set<Long> roots = rootsOf(sweeps.route(whole));
    int spine = spines(whole)[5];
    Set<Long> others = new HashSet<>(roots);
    others.remove(whole.nodeGuid(spine));

    assertThat(rootsOf(sweeps.route(new Rebuilt(whole).lose(spine).build()))).isEqualTo(others);
    assertThat(rootsOf(sweeps.route(whole))).isEqualTo(roots);
  }

  /** Found anew, the roots would be others. */
  @Test
  void shouldKeepRootsThatWouldNotBeFoundAnyMore() {
    Set<Long> roots = rootsOf(sweeps.route(whole));
    Rebuilt rebuilt = new Rebuilt(whole);
    int[] spines = spines(whole);
    for (int spine : new int[] {0, 4, 8}) {
      IntStream.rangeClosed(2, 4)
          .map(number -> whole.port(spines[spine], number))
          .forEach(rebuilt::pull);
    }
    Fabric damaged = rebuilt.build();
    assertThat(guids(damaged, foundAlone(damaged))).isNotEqualTo(roots);

    assertThat(rootsOf(sweeps.route(damaged))).isEqualTo(roots);
    assertThat(sweeps.memory().tree().roots()).hasSize(roots.size());
  }

  /** One root at first; then it has lost a leaf, and another one, at its side, has all of them. */
  @Test
  void shouldSayThatOthersWouldBeFound() {
    Net first = new Net().switches(6, 8);
    Net second = new Net().switches(6, 8).cable(0, 8, 1, 8);
    for (int leaf = 2; leaf < 6; leaf++) {
      first.cable(leaf, 1, 0, leaf).host(leaf, 3).host(leaf, 4);
      second.cable(leaf, 2, 1, leaf).host(leaf, 3).host(leaf, 4);
      if (leaf > 2) {
        second.cable(leaf, 1, 0, leaf);
      }
    }
    Fabric fabric = second.build();
    assertThat(foundAlone(fabric)).contains(1);
    assertThat(rootsOf(sweeps.route(first.build()))).containsExactly(fabric.nodeGuid(0));

    Routed routed = sweeps.route(fabric);

    assertThat(rootsOf(routed)).containsExactly(fabric.nodeGuid(0));
    assertThat(routed.warnings())
        .singleElement()
        .asString()
        .contains("are kept, though others would be found now (1)");
  }

  /** With a cable less than it should have, too. */
  @Test
  void shouldMakeARootOfWhatTakesARootsPlace() {
    sweeps.route(whole);
    int spine = spines(whole)[3];
    Fabric damaged = new Rebuilt(whole).replace(spine, NEW).pullFirstOf(spine).build();

    assertThat(rootsOf(sweeps.route(damaged))).contains(NEW).hasSize(16);

    assertThat(sweeps.memory().tree().roots().contains(NEW)).isTrue();
    assertThat(sweeps.memory().tree().roots()).as("that of before may come back").hasSize(17);
  }

  @Test
  void shouldFindRootsAnewWhereTheTreeHasGrownAboveThem() {
    Fabric pod = TopologySpec.parse("ftree:4,4:1,4").generate();
    Rebuilt renamed = new Rebuilt(pod);
    long[] middle = middle(whole);
    int[] tops =
        IntStream.range(0, pod.switchCount())
            .filter(node -> pod.description(node).startsWith("L2"))
            .toArray();
    for (int i = 0; i < tops.length; i++) {
      renamed.replace(tops[i], middle[i]);
    }
    assertThat(rootsOf(sweeps.route(renamed.build()))).hasSize(4);

    Routed routed = sweeps.route(whole);

    assertThat(routed.warnings()).singleElement().asString().contains("4 roots", "given up");
    assertThat(rootsOf(routed)).isEqualTo(guids(whole, spines(whole)));
    assertThat(sweeps.memory().tree().roots()).hasSize(16);
  }

  private static long[] middle(Fabric fabric) {
    return IntStream.range(0, fabric.switchCount())
        .filter(node -> fabric.description(node).startsWith("L2"))
        .mapToLong(fabric::nodeGuid)
        .toArray();
  }

  @Test
  void shouldFindRootsAnewWhereNoneIsThere() {
    sweeps.route(whole);
    Rebuilt rebuilt = new Rebuilt(whole);
    IntStream.of(spines(whole)).forEach(spine -> rebuilt.replace(spine, NEW + spine));

    Routed routed = sweeps.route(rebuilt.build());

    assertThat(routed.warnings()).singleElement().asString().contains("16 roots", "given up");
    assertThat(rootsOf(routed)).hasSize(16).allMatch(guid -> guid >= NEW);
    assertThat(sweeps.memory().tree().roots()).hasSize(16);
  }

  /** Both go by the same roots, so one can stand in for the other. */
  @Test
  void shouldShareRootsWithDnup() {
    sweeps.route(whole);
    EngineMemory memory = sweeps.memory();
    Sweeps dnup = sweeps.with(new DnUpEngine(1));

    dnup.route(new Rebuilt(whole).pullFirstOf(spines(whole)[0]).build());
    assertThat(dnup.memory()).isEqualTo(memory);

    Sweeps first = new Sweeps(new DnUpEngine(1), RoutingOptions.DEFAULTS);
    first.route(whole);
    assertThat(first.memory()).isEqualTo(memory);
  }

  @Test
  void shouldGoByGivenRootsAndRememberNothingOfThem() {
    Fabric fabric = whole;
    Sweeps given =
        new Sweeps(
            new UpDnEngine(1),
            RoutingOptions.DEFAULTS.with(
                TreeOptions.DEFAULTS.rootGuids(List.copyOf(guids(fabric, spines(fabric))))));

    assertThat(given.route(fabric).memory()).isEqualTo(EngineMemory.NONE);
  }

  /** Where dnup finds no roots it goes from the middle, and has nothing to remember. */
  @Test
  void shouldRememberNoRootsWhereThereAreNone() {
    Net net = new Net().switches(3, 6).host(0, 3).host(1, 3).host(2, 3);
    net.cable(0, 1, 1, 1).cable(1, 2, 2, 1);
    Sweeps dnup = new Sweeps(new DnUpEngine(1), RoutingOptions.DEFAULTS);

    dnup.route(net.build());

    assertThat(dnup.memory()).isEqualTo(EngineMemory.NONE);
  }
}
