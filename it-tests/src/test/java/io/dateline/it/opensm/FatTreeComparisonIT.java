package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.format.CaOrderDump;
import io.dateline.fabric.format.FdbDumpWriter;
import io.dateline.fabric.judge.Verdict;
import io.dateline.fabric.measure.ShiftLoads;
import io.dateline.fabric.measure.ShiftPattern;
import io.dateline.it.kit.Machine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.TreeOptions;
import java.io.IOException;
import java.io.Writer;
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
 * Our ftree against that of Debian's opensm on the same tree with the same LIDs, each with its own
 * order of nodes. With {@code -Dcompare.wide=true} on many more trees, those of other people among
 * them.
 */
class FatTreeComparisonIT {
  private static final String DUMP = "opensm-ftree-ca-order.dump";
  private static final List<String> FEW =
      List.of(
          "ftree 4,4,4 1,4,4 --shuffle-guids 4",
          "ftree 8,8 1,8 --drop-links 4:2",
          "ftree 6,4,4 1,4,3 --drop-links 1:48");
  private static final List<String> MANY =
      List.of(
          "ftree 6,6,6 1,6,6 --shuffle-ports 3 --shuffle-guids 4",
          "ftree 5,4,3 1,3,2 --shuffle-guids 7",
          "ftree 7,5,4 1,5,3",
          "ftree 3,4,4 1,5,4",
          "ftree 3,3,3,3 1,3,3,3",
          "ftree 6,6,6 1,6,6 --drop-links 6:1",
          "ftree 6,6,6 1,6,6 --drop-links 6:2 --shuffle-guids 2",
          "ftree 6,6,6 1,6,6 --drop-switches 3:1",
          "ftree 6,6,6 1,6,6 --drop-switches 3:2 --shuffle-ports 2",
          "ftree 8,8 1,8 --drop-links 4:3 --drop-switches 1:3",
          "ftree 3,3,3,3 1,3,3,3 --drop-links 5:1 --drop-switches 2:1",
          "ftree 6,4,4 1,4,3 --drop-links 5:4",
          "ftree 6,4,4 1,4,3 --drop-links 1:48 --shuffle-guids 87",
          "ftree 5,4,3 1,3,2 --drop-links 6:48 --shuffle-ports 76",
          "ftree 5,5,5 1,5,5 --drop-links 3:76 --drop-switches 1:3 --shuffle-ports 40",
          "ftree 4,6,3 1,4,6 --drop-switches 1:50 --shuffle-guids 41 --shuffle-ports 18",
          "ftree 8,4,4 1,4,4 --drop-links 2:81",
          "ftree 6,12 1,6 --drop-links 8:42");

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
  void shouldCrowdShiftsNoMoreAndCloseNoCreditLoop(String name) throws IOException {
    Fabric fabric = ComparedFabrics.named(name);
    List<Long> roots = farthestFromAdapters(fabric);
    Path rootFile = folder.resolve("roots");
    Files.write(rootFile, roots.stream().map(Guid::format).toList());
    String[] options = {"-R", "ftree", "-a", rootFile.toString()};
    OpenSmTables theirs =
        ComparedFabrics.isFile(name)
            ? OpenSmTables.sweep(fabric, Path.of(name), folder, options)
            : OpenSmTables.sweep(fabric, folder, options);

    RoutingOutcome outcome =
        theirs.route("ftree", RoutingOptions.DEFAULTS.with(TreeOptions.DEFAULTS.rootGuids(roots)));
    if (outcome instanceof RoutingOutcome.Refused refused) {
      System.out.printf("%s: ftree: refused, opensm took %s%n", name, theirs.engine());
      assertThat(theirs.engine()).as(refused.reason()).isNotEqualTo("ftree");
      return;
    }
    assertThat(theirs.engine()).isEqualTo("ftree");
    RoutingOutcome.Routed ours = (RoutingOutcome.Routed) outcome;
    ShiftLoads their = shifts(theirs, theirs.tables(), theirs.folder().resolve(DUMP));
    Files.writeString(folder.resolve(DUMP), ours.dumps().get(DUMP));
    ShiftLoads our = shifts(theirs, ours.routing().tables(), folder.resolve(DUMP));
    System.out.printf(
        "%s: ftree: most flows of a shift on a channel %d, opensm %d; mean over shifts %.2f, opensm"
            + " %.2f%n",
        name, our.max(), their.max(), our.mean(), their.mean());
    assertThat(our.undelivered()).isZero();
    assertThat(our.max()).isLessThanOrEqualTo(their.max());

    Verdict verdict = theirs.judge(ours.routing().tables());
    assertThat(verdict.delivery().undelivered()).isEqualTo(verdict.delivery().disconnected());
    assertThat(verdict.dependencies().acyclic()).isTrue();
    try (Writer out = Files.newBufferedWriter(theirs.folder().resolve("opensm.fdbs"))) {
      FdbDumpWriter.write(theirs.fabric(), theirs.lids(), ours.routing().tables(), out);
    }
    Ibdmchk checked = Ibdmchk.check(theirs.folder());
    assertThat(checked.missing()).isZero();
    assertThat(checked.creditLoops()).isFalse();
  }

  private static ShiftLoads shifts(OpenSmTables sweep, ForwardingTables tables, Path order)
      throws IOException {
    return ShiftPattern.measure(
        sweep.fabric(),
        sweep.lids(),
        tables,
        CaOrderDump.read(order, sweep.fabric(), sweep.lids()),
        Runtime.getRuntime().availableProcessors());
  }

  /** The switches from which it is farthest to the next adapter. */
  private static List<Long> farthestFromAdapters(Fabric fabric) {
    int[] leaves =
        IntStream.of(fabric.endPorts())
            .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
            .map(fabric::peer)
            .map(fabric::nodeOf)
            .filter(fabric::isSwitch)
            .distinct()
            .toArray();
    int[] distances = new BreadthFirst(new SwitchGraph(fabric)).from(leaves).distances();
    int farthest = IntStream.of(distances).max().orElseThrow();
    return IntStream.range(0, distances.length)
        .filter(node -> distances[node] == farthest)
        .mapToObj(fabric::nodeGuid)
        .toList();
  }
}
