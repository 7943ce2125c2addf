package io.dateline.routing.ftree;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TreeFrame;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.Net;
import io.dateline.routing.Rebuilt;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.Sweeps;
import io.dateline.routing.TreeOptions;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the levels of a tree that was whole once are worth when it is damaged, or built anew. */
class RememberedTreeTest {
  private static final long NEW = 0xabcdef;

  private final Fabric whole = TopologySpec.parse("ftree:4,4,4:1,4,4").generate();
  private final Sweeps sweeps = sweeps();

  private static Sweeps sweeps() {
    return new Sweeps(new FatTreeEngine(1), RoutingOptions.DEFAULTS);
  }

  /** The n-th switch of a level, as the generator names them. */
  private int at(int level, int place) {
    return IntStream.range(0, whole.switchCount())
        .filter(node -> level(whole, node) == level)
        .skip(place)
        .findFirst()
        .orElseThrow();
  }

  /** Above the leaves, which the generator has at level 1. */
  private static int level(Fabric fabric, int node) {
    return fabric.description(node).charAt(1) - '1';
  }

  private static void assertLevelsByName(TreeFrame tree, Fabric fabric) {
    for (int node = 0; node < fabric.switchCount(); node++) {
      assertThat(tree.level(fabric.nodeGuid(node)))
          .as(fabric.description(node))
          .isEqualTo(level(fabric, node));
    }
  }

  private static void assertDamaged(Routed routed) {
    assertThat(routed.warnings()).singleElement().asString().contains("not a pure fat-tree any");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftree:4,4,4:1,4,4", "ftree:12,12,24:1,12,12"})
  void shouldGoOnWhereAnyCableIsPulled(String spec) {
    Fabric tree = TopologySpec.parse(spec).generate();
    Sweeps large = sweeps();
    assertThat(large.route(tree).warnings()).isEmpty();
    EngineMemory memory = large.memory();
    assertThat(memory.tree().levels()).hasSize(tree.switchCount());
    assertLevelsByName(memory.tree(), tree);
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int fault = 0; fault < 8; fault++) {
      Fabric damaged = new Rebuilt(tree).pull(Rebuilt.cableAtRandom(tree, random)).build();

      Routed routed = large.route(damaged);

      assertThat(routed.memory()).as("seed %d", seed).isEqualTo(memory);
      assertDamaged(routed);
    }
    assertThat(large.route(tree).warnings()).isEmpty();
    assertThat(large.memory()).isEqualTo(memory);
  }

  @Test
  void shouldRefuseADamagedTreeThatItHasNotSeenWhole() {
    assertThat(sweeps.refusal(new Rebuilt(whole).pullFirstOf(at(2, 0)).build()))
        .startsWith("not a pure fat-tree, and no roots are given: ");
  }

  @Test
  void shouldLetARootGoAndComeBack() {
    sweeps.route(whole);
    EngineMemory memory = sweeps.memory();

    assertDamaged(sweeps.route(new Rebuilt(whole).lose(at(2, 5)).build()));
    assertThat(sweeps.memory()).isEqualTo(memory);

    assertThat(sweeps.route(whole).warnings()).isEmpty();
    assertThat(sweeps.memory()).isEqualTo(memory);
  }

  /** A switch that is not known has its rank by its neighbours, and is known once all is whole. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldTakeANewSwitchForWhatItsNeighboursMakeOfIt(int level) {
    sweeps.route(whole);
    EngineMemory memory = sweeps.memory();
    Rebuilt rebuilt = new Rebuilt(whole).replace(at(level, 1), NEW);
    Fabric complete = rebuilt.build();

    Routed routed = sweeps.route(rebuilt.pullFirstOf(at(level, 1)).build());

    assertDamaged(routed);
    assertThat(routed.memory()).isEqualTo(memory);
    assertThat(sweeps.route(complete).warnings()).isEmpty();
    assertThat(sweeps.memory().tree().level(NEW)).isEqualTo(level);
    assertLevelsByName(sweeps.memory().tree(), complete);
    assertDamaged(sweeps.route(new Rebuilt(complete).pullFirstOf(at(2, 0)).build()));
  }

  /** A new root that lacks a cable has the paths that its other cables can carry. */
  @Test
  void shouldSendOverANewRoot() {
    sweeps.route(whole);
    int root = at(2, 1);
    Rebuilt rebuilt = new Rebuilt(whole).replace(root, NEW).pullFirstOf(root);
    Fabric damaged = rebuilt.build();

    Routed routed = sweeps.route(damaged);

    int node = damaged.nodeByGuid(NEW);
    assertThat(
            IntStream.range(0, damaged.switchCount())
                .filter(other -> level(damaged, other) == 1)
                .filter(other -> sends(routed, damaged, other, node))
                .count())
        .isEqualTo(3);
  }

  /** Whether more LIDs than the other's own are sent there. */
  private static boolean sends(Routed routed, Fabric fabric, int from, int to) {
    return IntStream.rangeClosed(1, routed.routing().tables().maxLid())
            .map(lid -> routed.routing().tables().port(from, lid))
            .filter(number -> number > 0 && number <= fabric.externalPortCount(from))
            .map(number -> fabric.peer(fabric.port(from, number)))
            .filter(peer -> peer != Fabric.NONE && fabric.nodeOf(peer) == to)
            .count()
        > 1;
  }

  /** All that is seen then is one pod, which is a whole tree of its own. */
  @Test
  void shouldNotTakeAPodForTheTreeWhenAllRootsAreAway() {
    sweeps.route(whole);
    EngineMemory memory = sweeps.memory();
    Rebuilt pod = new Rebuilt(whole);
    IntStream.range(0, 16).map(place -> at(2, place)).forEach(pod::lose);
    Fabric pods = pod.build();
    Rebuilt first = new Rebuilt(pods);
    boolean[] isInFirst = reached(pods, pods.nodeCount() - 1);
    IntStream.range(0, pods.nodeCount()).filter(node -> !isInFirst[node]).forEach(first::lose);

    assertThat(sweeps.route(first.build()).warnings()).isEmpty();

    assertThat(sweeps.memory()).isEqualTo(memory);
    assertDamaged(sweeps.route(new Rebuilt(whole).pullFirstOf(at(2, 3)).build()));
  }

  private static boolean[] reached(Fabric fabric, int start) {
    boolean[] reached = new boolean[fabric.nodeCount()];
    reached[start] = true;
    for (boolean more = true; more; ) {
      more = false;
      for (int port = 0; port < fabric.portCount(); port++) {
        int peer = fabric.peer(port);
        if (peer != Fabric.NONE && reached[fabric.nodeOf(port)] && !reached[fabric.nodeOf(peer)]) {
          reached[fabric.nodeOf(peer)] = true;
          more = true;
        }
      }
    }
    return reached;
  }

  /** With the adapters of one pod alone a whole tree would seem to have its leaves on top. */
  @Test
  void shouldKeepTheTreeWhenAdaptersAreOff() {
    sweeps.route(whole);
    EngineMemory memory = sweeps.memory();
    Rebuilt off = new Rebuilt(whole);
    IntStream.range(whole.switchCount() + 16, whole.nodeCount()).forEach(off::lose);

    Routed routed = sweeps.route(off.build());

    assertThat(routed.warnings()).isEmpty();
    assertThat(routed.memory()).isEqualTo(memory);
  }

  @Test
  void shouldGiveUpWhatAWholeTreeContradictsAndSaySo() {
    sweeps.route(whole);
    Fabric rebuilt = new Rebuilt(whole).swap(at(2, 0), at(0, 0)).swap(at(2, 1), at(0, 1)).build();

    Routed routed = sweeps.route(rebuilt);

    assertThat(routed.warnings())
        .isNotEmpty()
        .allMatch(
            warning -> warning.contains("remembered no more") || warning.contains("given up"));
    assertLevelsByName(sweeps.memory().tree(), rebuilt);
    assertThat(sweeps.route(rebuilt).warnings()).isEmpty();
  }

  /** A root and a switch of the middle have changed places, and a cable is missing as well. */
  @Test
  void shouldForgetASwitchThatHasMovedInADamagedTree() {
    sweeps.route(whole);
    Rebuilt moved = new Rebuilt(whole).swap(at(2, 0), at(1, 0));
    Fabric complete = moved.build();

    Routed routed = sweeps.route(moved.pullFirstOf(at(2, 7)).build());

    assertThat(routed.warnings())
        .filteredOn(warning -> warning.contains("remembered no more"))
        .hasSize(2);
    assertThat(sweeps.memory().tree().level(whole.nodeGuid(at(2, 0)))).isEqualTo(Fabric.NONE);
    assertThat(sweeps.memory().tree().level(whole.nodeGuid(at(1, 0)))).isEqualTo(Fabric.NONE);
    assertThat(sweeps.route(complete).warnings()).isEmpty();
    assertLevelsByName(sweeps.memory().tree(), complete);
  }

  /** A spare root was made a leaf, while a cable was missing elsewhere. */
  @Test
  void shouldSeeARootBecomeALeaf() {
    sweeps.route(whole);
    Rebuilt moved =
        new Rebuilt(whole)
            .replace(at(2, 0), NEW)
            .replace(at(0, 0), whole.nodeGuid(at(2, 0)))
            .pullFirstOf(at(2, 9));

    Routed routed = sweeps.route(moved.build());

    assertThat(routed.warnings()).anyMatch(warning -> warning.contains("remembered no more"));
    assertThat(sweeps.memory().tree().level(whole.nodeGuid(at(2, 0)))).isEqualTo(Fabric.NONE);
  }

  /** A host at a root is no damage, and nothing that the tree could be given up for. */
  @Test
  void shouldTellBothReasonsWhereNothingHelps() {
    Net net = new Net().switches(5, 6);
    for (int leaf = 2; leaf < 5; leaf++) {
      net.cable(leaf, 1, 0, leaf - 1).cable(leaf, 2, 1, leaf - 1).host(leaf, 3).host(leaf, 4);
    }
    sweeps.route(net.build());

    assertThat(sweeps.refusal(net.host(0, 6).build()))
        .contains("; by the levels that are remembered: all compute nodes have to be at leaves");
  }

  @Test
  void shouldGoByGivenRootsAndRememberNothingOfThem() {
    sweeps.route(whole);
    List<Long> roots = Trees.roots(whole);
    Sweeps given =
        new Sweeps(
            new FatTreeEngine(1),
            RoutingOptions.DEFAULTS.with(TreeOptions.DEFAULTS.rootGuids(roots)));

    assertThat(given.route(whole).memory()).isEqualTo(EngineMemory.NONE);
    Routed damaged = given.route(new Rebuilt(whole).pullFirstOf(at(2, 0)).build());
    assertThat(damaged.memory()).isEqualTo(EngineMemory.NONE);
    assertThat(damaged.warnings()).isEmpty();
  }
}
