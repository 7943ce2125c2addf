package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.judge.Verdict;
import io.dateline.it.kit.Machine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.TreeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Our updn and dnup against Debian's opensm on the same fabric with the same LIDs and roots: no
 * credit loop by judge and ibdmchk, its roots found (and spines that lost cables), and with the
 * same roots no pair longer where opensm's tables have no credit loop either and serve all pairs,
 * hardly any where they do not serve all. With {@code -Dcompare.wide=true} on many more fabrics.
 */
class UpDownComparisonIT {
  private static final String ROOTS_DUMP = "opensm-updn-roots.dump";
  private static final List<String> FEW = List.of("jellyfish 64 8 4 1", "ftree 2,3,4 1,2,3");
  private static final List<String> MANY =
      List.of(
          "ftree 4,4,4 1,4,4",
          "ftree 6,6,6 1,6,6 --drop-links 5:3",
          "ftree 6,6 1,6 --shuffle-ports 4 --shuffle-guids 4",
          "torus 3 3 3 2",
          "torus 6 5 1 1",
          "torus 7 1 1 1",
          "mesh 6 6 1 2",
          "hypercube 6 2",
          "dragonfly 4 2 2",
          "hyperx 3,4 2",
          "jellyfish 20 5 3 7",
          "jellyfish 64 8 4 1 --drop-switches 3:2",
          "kautz 3 3 4");

  /**
   * How many pairs that opensm leaves without a path there have to be for one that is longer: to
   * serve them may take turns that cost others a way (docs/ROUTING.md).
   */
  private static final long SERVED_FOR_ONE_LONGER = 500;

  @TempDir Path folder;

  @BeforeAll
  static void tools() {
    Machine.needs("opensm", "ibsim", "ibsim-run", "ibdmchk");
  }

  static Stream<String> fabrics() throws IOException {
    return ComparedFabrics.andFiles(FEW, MANY);
  }

  @ParameterizedTest
  @MethodSource("fabrics")
  void updnShouldBeAsShortAndFreeOfCreditLoops(String name) throws IOException {
    OpenSmTables found = OpenSmTables.sweep(ComparedFabrics.named(name), folder, "-R", "updn");
    if (route("updn", found, TreeOptions.DEFAULTS) instanceof RoutingOutcome.Routed routed) {
      assertThat(found.engine()).isEqualTo("updn");
      List<Long> roots =
          Files.readAllLines(found.folder().resolve(ROOTS_DUMP)).stream()
              .map(line -> Guid.parse(line.strip()))
              .toList();
      List<String> ours = routed.dumps().get(ROOTS_DUMP).lines().toList();
      if (!ours.containsAll(roots.stream().map(Guid::format).toList())) {
        // Opensm takes leaves of large trees for roots as well, and paths go around the tree.
        compare(name, found, routed);
        assertThat(found.judge(routed.routing().tables()).loads().max())
            .isLessThanOrEqualTo(found.judge().loads().max());
      }
      RoutingOutcome same = route("updn", found, TreeOptions.DEFAULTS.rootGuids(roots));
      compare(name, found, (RoutingOutcome.Routed) same);
      return;
    }
    assertThat(found.engine()).isEqualTo("minhop");
    long root = found.fabric().nodeGuid(found.fabric().switchCount() / 2);
    Path file = Files.writeString(folder.resolve("roots"), Guid.format(root) + "\n");
    OpenSmTables given =
        OpenSmTables.sweep(
            ComparedFabrics.named(name), folder, "-R", "updn", "-a", file.toString());
    RoutingOutcome outcome = route("updn", given, TreeOptions.DEFAULTS.rootGuids(List.of(root)));
    assertThat(given.engine()).isEqualTo("updn");
    assertThat(outcome).isInstanceOf(RoutingOutcome.Routed.class);
    compare(name, given, (RoutingOutcome.Routed) outcome);
  }

  @ParameterizedTest
  @MethodSource("fabrics")
  void dnupShouldBeAsShortAndFreeOfCreditLoops(String name) throws IOException {
    OpenSmTables theirs = OpenSmTables.sweep(ComparedFabrics.named(name), folder, "-R", "dnup");
    RoutingOutcome outcome = route("dnup", theirs, TreeOptions.DEFAULTS);
    assertThat(outcome).isInstanceOf(RoutingOutcome.Routed.class);
    compare(name, theirs, (RoutingOutcome.Routed) outcome);
  }

  private static RoutingOutcome route(String engine, OpenSmTables theirs, TreeOptions options) {
    return theirs.route(engine, RoutingOptions.DEFAULTS.with(options));
  }

  private void compare(String name, OpenSmTables theirs, RoutingOutcome.Routed routed)
      throws IOException {
    ForwardingTables tables = routed.routing().tables();
    Verdict our = theirs.judge(tables);
    Verdict their = theirs.judge();
    boolean free = their.dependencies().acyclic();
    long unserved = their.delivery().undelivered() - their.delivery().disconnected();
    System.out.printf(
        "%s: %s: mean hops %.3f, opensm %.3f%s; most paths on a channel %d, opensm %d; not served by opensm %d%n",
        name,
        routed.routing().engine(),
        our.hops().mean(),
        their.hops().mean(),
        free ? "" : " with credit loops",
        our.loads().max(),
        their.loads().max(),
        unserved);
    assertThat(routed.creditLoopFree()).isTrue();
    assertThat(our.sound()).isTrue();
    Ibdmchk checker = Ibdmchk.check(folder, theirs.fabric(), theirs.lids(), tables);
    assertThat(checker.missing()).isEqualTo(our.delivery().caUndelivered());
    if (checker.missing() == 0) {
      assertThat(checker.creditLoops()).as(checker.output()).isFalse();
    }
    if (free) {
      assertThat(longerPairs(theirs, tables))
          .as("pairs that are longer than opensm's")
          .isLessThanOrEqualTo(unserved / SERVED_FOR_ONE_LONGER);
    }
  }

  /** Pairs of adapters between which our path is longer than opensm's. */
  private static long longerPairs(OpenSmTables theirs, ForwardingTables ours) {
    Fabric fabric = theirs.fabric();
    int[] adapters =
        IntStream.of(fabric.endPorts())
            .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
            .filter(port -> fabric.isSwitch(fabric.nodeOf(fabric.peer(port))))
            .toArray();
    long longer = 0;
    for (int source : adapters) {
      int node = fabric.nodeOf(fabric.peer(source));
      for (int port : adapters) {
        int lid = theirs.lids().baseLid(port);
        int hops = hops(fabric, theirs.tables(), node, lid);
        if (hops > 0 && hops(fabric, ours, node, lid) > hops) {
          longer++;
        }
      }
    }
    return longer;
  }

  /** Cables to a LID's adapter, 0 where the path does not get there. */
  private static int hops(Fabric fabric, ForwardingTables tables, int from, int lid) {
    int node = from;
    for (int hops = 1; hops <= fabric.switchCount(); hops++) {
      int number = tables.port(node, lid);
      int peer =
          number > fabric.externalPortCount(node)
              ? Fabric.NONE
              : fabric.peer(fabric.port(node, number));
      if (peer == Fabric.NONE) {
        return 0;
      }
      node = fabric.nodeOf(peer);
      if (!fabric.isSwitch(node)) {
        return hops;
      }
    }
    return 0;
  }
}
