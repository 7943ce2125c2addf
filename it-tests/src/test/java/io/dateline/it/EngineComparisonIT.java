package io.dateline.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
          "kautz 3 3 4");
  private static final long FILE_BYTES_MAX = 1_000_000;

  @TempDir Path folder;

  @BeforeAll
  static void tools() {
    Machine.needs("opensm", "ibsim", "ibsim-run");
  }

  static Stream<String> fabrics() throws IOException {
    List<String> names = new ArrayList<>(FEW);
    if (Boolean.getBoolean("compare.wide")) {
      names.addAll(MANY);
      try (Stream<Path> files = Files.list(Machine.realTopologies())) {
        names.addAll(
            files
                .filter(file -> file.toString().endsWith(".ib"))
                .filter(file -> file.toFile().length() <= FILE_BYTES_MAX)
                .map(Path::toString)
                .sorted()
                .toList());
      }
    }
    return names.stream();
  }

  private static Fabric fabric(String name) throws IOException {
    if (name.endsWith(".ib")) {
      return TopologyReader.read(Path.of(name));
    }
    List<String> words = List.of(name.split(" "));
    return TopologySpec.ofArguments(words.getFirst(), words.subList(1, words.size())).generate();
  }

  @ParameterizedTest
  @MethodSource("fabrics")
  void minhopShouldBeAsShortAndLoadNoChannelMore(String name) throws IOException {
    OpenSmTables theirs = OpenSmTables.sweep(fabric(name), folder, "-R", "minhop");
    Verdict their = theirs.judge();
    Verdict our = theirs.judge(tables("minhop", theirs));
    System.out.printf(
        "%s: minhop: most paths on a channel %d, opensm %d%n",
        name, our.loads().max(), their.loads().max());
    assertThat(theirs.engine()).isEqualTo("minhop");
    assertThat(our.delivery().undelivered()).isEqualTo(our.delivery().disconnected());
    assertThat(our.hops()).usingRecursiveComparison().isEqualTo(their.hops());
    assertThat(our.loads().max()).isLessThanOrEqualTo(their.loads().max());
  }

  private static ForwardingTables tables(String engine, OpenSmTables theirs) {
    RoutingOutcome outcome =
        Engines.named(engine)
            .orElseThrow()
            .route(
                new RoutingRequest(theirs.fabric(), theirs.lids(), RoutingOptions.DEFAULTS, null));
    return ((RoutingOutcome.Routed) outcome).routing().tables();
  }
}
