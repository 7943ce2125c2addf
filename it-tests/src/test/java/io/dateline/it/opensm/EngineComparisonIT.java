package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.format.LftFile;
import io.dateline.fabric.format.LidMatrixWriter;
import io.dateline.fabric.judge.Verdict;
import io.dateline.it.kit.Machine;
import io.dateline.routing.FileOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Our engines against Debian's opensm on the same fabric with the same LIDs. With {@code
 * -Dcompare.wide=true} on many more fabrics.
 */
class EngineComparisonIT {
  private static final List<String> FEW =
      List.of("torus 3 3 3 2", "ftree 4,4,4 1,4,4", "jellyfish 20 5 3 7", "hyperx 3,4 2");
  private static final List<String> MANY =
      List.of(
          "torus 6 5 1 1",
          "torus 5 5 5 2",
          "mesh 6 6 1 2",
          "hypercube 6 2",
          "ftree 6,6,6 1,6,6",
          "ftree 6,6,6 1,6,6 --drop-links 5:3",
          "ftree 6,6 1,6 --shuffle-ports 4 --shuffle-guids 4",
          "dragonfly 4 2 2",
          "jellyfish 64 8 4 1",
          "jellyfish 64 8 4 1 --drop-switches 3:2",
          "jellyfish 50 6 3 9 --shuffle-ports 3 --shuffle-guids 8",
          "torus 4 5 3 2 --shuffle-ports 5 --shuffle-guids 6 --drop-links 7:2",
          "mesh 5 4 3 3 --shuffle-guids 2",
          "hyperx 4,4,4 3",
          "kautz 3 3 4");

  @TempDir Path folder;

  @BeforeAll
  static void tools() {
    Machine.needs("opensm", "ibsim", "ibsim-run");
  }

  static Stream<String> fabrics() throws IOException {
    return ComparedFabrics.andFiles(FEW, MANY);
  }

  @ParameterizedTest
  @MethodSource("fabrics")
  void minhopShouldBeAsShortAndLoadNoChannelMore(String name) throws IOException {
    compare("minhop", name, 0, 0);
  }

  /** Both are greedy: on irregular fabrics chance decides about some per cent. */
  @ParameterizedTest
  @MethodSource("fabrics")
  void ssspShouldBeAsShortAndLoadNoChannelMuchMore(String name) throws IOException {
    compare("sssp", name, 0, 8);
  }

  /** With more LIDs than one an end port: paths that part cost both the same. */
  @ParameterizedTest
  @ValueSource(strings = {"torus 3 3 3 2", "ftree 4,4,4 1,4,4"})
  void minhopShouldLoadNoChannelMoreWithLmc(String name) throws IOException {
    compare("minhop", name, 2, 0);
  }

  private void compare(String engine, String name, int lmc, int percentMore) throws IOException {
    OpenSmTables theirs =
        OpenSmTables.sweep(
            ComparedFabrics.named(name), folder, "-R", engine, "-l", Integer.toString(lmc));
    Verdict their = theirs.judge();
    Verdict our = theirs.judge(tables(engine, theirs));
    System.out.printf(
        "%s, LMC %d: %s: most paths on a channel %d, opensm %d%n",
        name, lmc, engine, our.loads().max(), their.loads().max());
    assertThat(theirs.engine()).isEqualTo(engine);
    assertThat(our.delivery().undelivered()).isEqualTo(our.delivery().disconnected());
    assertThat(our.hops()).usingRecursiveComparison().isEqualTo(their.hops());
    assertThat(100 * our.loads().max())
        .isLessThanOrEqualTo((100 + percentMore) * their.loads().max());
  }

  static Stream<String> grids() {
    return ComparedFabrics.of(
        List.of("mesh 3 3 2 1", "hypercube 4 1"),
        List.of("mesh 8 8 4 2", "mesh 20 15 1 1", "mesh 40 1 1 1", "hypercube 8 1"));
  }

  @ParameterizedTest
  @MethodSource("grids")
  void dorShouldTakeTheSamePathsWithoutACreditLoop(String name) throws IOException {
    OpenSmTables theirs = OpenSmTables.sweep(ComparedFabrics.named(name), folder, "-R", "dor");
    ForwardingTables our = tables("dor", theirs);
    assertThat(theirs.engine()).isEqualTo("dor");
    assertThat(our.equals(theirs.tables())).isTrue();
    Ibdmchk checker = Ibdmchk.check(folder, theirs.fabric(), theirs.lids(), our);
    assertThat(checker.missing()).as(checker.output()).isZero();
    assertThat(checker.creditLoops()).as(checker.output()).isFalse();
    shouldReadAndWriteTheFilesOf(theirs);
  }

  private static void shouldReadAndWriteTheFilesOf(OpenSmTables theirs) throws IOException {
    Path matrix = theirs.folder().resolve("opensm-lid-matrix.dump");
    StringBuilder written = new StringBuilder();
    LidMatrixWriter.write(theirs.fabric(), theirs.lids(), written);
    assertThat(bySwitch(written.toString()).equals(bySwitch(Files.readString(matrix)))).isTrue();
    FileOptions files =
        FileOptions.DEFAULTS.lfts(LftFile.read(theirs.folder().resolve("opensm-lfts.dump")));
    RoutingOutcome loaded = theirs.route("file", RoutingOptions.DEFAULTS.with(files));
    assertThat(((RoutingOutcome.Routed) loaded).routing().tables().equals(theirs.tables()))
        .isTrue();
  }

  /** OpenSM goes through switches in the order of their GUIDs' bytes, last byte first. */
  private static Set<String> bySwitch(String matrix) {
    return Set.of(matrix.split("(?=Switch:)"));
  }

  private static ForwardingTables tables(String engine, OpenSmTables theirs) {
    RoutingOutcome outcome = theirs.route(engine, RoutingOptions.DEFAULTS);
    return ((RoutingOutcome.Routed) outcome).routing().tables();
  }
}
