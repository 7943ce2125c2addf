package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.fabric.measure.BisectionTraffic;
import io.dateline.fabric.measure.RandomBisections;
import io.dateline.it.kit.Machine;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Our engines with layers against Debian's opensm with 8 VLs on the same fabric with the same LIDs:
 * layers, lengths of paths, effective bisection bandwidth; and {@code ibdmchk} on ours. With {@code
 * -Dcompare.wide=true} on many more fabrics.
 */
class LayeredComparisonIT {
  private static final int BISECTIONS = 1_000; // one half sending
  private static final long SEED = 1;

  private static final RoutingOptions OPTIONS =
      RoutingOptions.DEFAULTS.with(LaneOptions.QOS.withNue(0, false));

  private static final List<String> FEW =
      List.of("torus 3 3 3 2", "ftree 4,4,4 1,4,4", "jellyfish 20 5 3 7", "dragonfly 4 2 2");
  private static final List<String> MANY =
      List.of(
          "torus 6 5 1 1",
          "torus 4 4 4 1",
          "torus 5 5 5 2",
          "torus 4 5 3 2 --shuffle-ports 5 --shuffle-guids 6 --drop-links 7:2",
          "mesh 6 6 1 2",
          "hypercube 6 2",
          "ftree 6,6,6 1,6,6",
          "ftree 6,6,6 1,6,6 --drop-links 5:3",
          "dragonfly 8 4 4",
          "jellyfish 64 8 4 1",
          "jellyfish 64 8 4 1 --drop-switches 3:2",
          "jellyfish 128 8 4 1",
          "hyperx 4,4,4 3",
          "kautz 3 3 4",
          "model odin",
          "model deimos");

  private static final Pattern LANES = Pattern.compile("Lanes needed: (\\d+)");

  @TempDir Path folder;

  @BeforeAll
  static void tools() {
    Machine.needs("opensm", "ibsim", "ibsim-run", "ibdmchk");
  }

  static Stream<String> fabrics() {
    return ComparedFabrics.of(FEW, MANY);
  }

  @ParameterizedTest
  @MethodSource("fabrics")
  void dfssspShouldNeedNoMoreLayers(String name) throws Exception {
    compare("dfsssp", name, true, true);
  }

  /** Everything from a switch to a switch takes one way, so that chance decides about bandwidth. */
  @ParameterizedTest
  @MethodSource("fabrics")
  void lashShouldNeedNoMoreLayers(String name) throws Exception {
    compare("lash", name, true, false);
  }

  /** Its paths are as long as the layer that a destination is in makes them. */
  @ParameterizedTest
  @MethodSource("fabrics")
  void nueShouldServeEverybody(String name) throws Exception {
    compare("nue", name, false, true);
  }

  private void compare(String engine, String name, boolean isMinimal, boolean hasBandwidth)
      throws Exception {
    OpenSmTables theirs =
        OpenSmTables.sweep(
            ComparedFabrics.named(name), folder, "-R", engine, "-Q", "--nue_max_num_vls", "8");
    OptionalInt most = lanes(theirs);
    RoutingOutcome outcome =
        theirs.route(
            engine,
            most.isPresent() // with more, dfsssp would spread paths over them
                ? OPTIONS.with(OPTIONS.lanes().with(true, most.getAsInt()))
                : OPTIONS);
    assertThat(outcome).isInstanceOf(RoutingOutcome.Routed.class);
    Routing our = ((RoutingOutcome.Routed) outcome).routing();
    assertThat(judge(theirs, our, Scope.ALL_END_PORTS).sound()).isTrue();
    Verdict adapters = judge(theirs, our, Scope.CHANNEL_ADAPTERS);
    Ibdmchk checker = Ibdmchk.check(folder, theirs.fabric(), theirs.lids(), our, "");
    assertThat(checker.missing()).as(checker.output()).isZero();
    assertThat(checker.creditLoops()).as(checker.output()).isFalse();

    double ourBandwidth = bandwidth(theirs, our.tables());
    double theirBandwidth = bandwidth(theirs, theirs.tables());
    System.out.printf(
        "%s: %s: %d VLs, bandwidth %.4f; opensm (%s): %s VLs, %.4f%n",
        name,
        engine,
        adapters.vls(),
        ourBandwidth,
        theirs.engine(),
        most.isPresent() ? most.getAsInt() : "?",
        theirBandwidth);
    assumeTrue(theirs.engine().equals(engine), "opensm refused");
    most.ifPresent(lanes -> assertThat(adapters.vls()).isLessThanOrEqualTo(lanes));
    if (isMinimal) {
      assertThat(adapters.hops()).usingRecursiveComparison().isEqualTo(theirs.judge().hops());
    }
    if (hasBandwidth) {
      assertThat(ourBandwidth).isGreaterThanOrEqualTo(theirBandwidth);
    }
  }

  private static Verdict judge(OpenSmTables theirs, Routing our, Scope scope) {
    return Judge.judge(theirs.fabric(), theirs.lids(), our, JudgeOptions.of(scope));
  }

  private static double bandwidth(OpenSmTables theirs, ForwardingTables tables) {
    return new RandomBisections(BISECTIONS, SEED)
        .measure(
            theirs.fabric(),
            theirs.lids(),
            tables,
            BisectionTraffic.ONE_WAY,
            Runtime.getRuntime().availableProcessors())
        .mean();
  }

  /** As its log tells them; for traffic between adapters. */
  private static OptionalInt lanes(OpenSmTables theirs) {
    Matcher needed = LANES.matcher(theirs.log());
    return needed.find() ? OptionalInt.of(Integer.parseInt(needed.group(1))) : OptionalInt.empty();
  }
}
