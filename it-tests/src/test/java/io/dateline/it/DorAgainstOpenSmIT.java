package io.dateline.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.format.LftDump;
import io.dateline.fabric.format.LftDumpReader;
import io.dateline.fabric.format.TopologyWriter;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On meshes and hypercubes dor takes the same path for every pair as OpenSM's, and ibdmchk finds no
 * credit loop. {@code -Dcompare.wide=true} has larger ones compared, too.
 */
class DorAgainstOpenSmIT {
  @TempDir Path folder;

  @BeforeAll
  static void tools() {
    Machine.needs("ibdmchk", "opensm", "ibsim", "ibsim-run");
  }

  static Stream<String> grids() {
    Stream<String> small = Stream.of("mesh:3x3x2", "hypercube:4");
    return Boolean.getBoolean("compare.wide")
        ? Stream.concat(
            small, Stream.of("mesh:8x8x4:2", "mesh:20x15", "mesh:40", "hypercube:9", "torus:2x2x2"))
        : small;
  }

  @ParameterizedTest
  @MethodSource("grids")
  void shouldTakeThePathsOfOpenSm(String spec) throws IOException {
    Fabric fabric = TopologySpec.parse(spec).generate();
    Path file = folder.resolve("topology.ib");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      TopologyWriter.write(fabric, out);
    }
    OpenSm.dump(file, folder, "-R", "dor");
    LftDump theirs = LftDumpReader.read(folder.resolve("opensm-lfts.dump"), fabric);

    RoutingOutcome.Routed ours = route(fabric, theirs.lids());

    ForwardingTables tables = ours.routing().tables();
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int lid = 1; lid <= theirs.lids().maxLid(); lid++) {
        assertThat(tables.port(node, lid))
            .as("switch %d, LID %d", node, lid)
            .isEqualTo(theirs.tables().port(node, lid));
      }
    }
    assertThat(ours.creditLoopFree()).isTrue();
    Ibdmchk checker = Ibdmchk.check(folder, fabric, theirs.lids(), tables);
    assertThat(checker.missing()).as(checker.output()).isZero();
    assertThat(checker.creditLoops()).as(checker.output()).isFalse();
  }

  private static RoutingOutcome.Routed route(Fabric fabric, LidMap lids) {
    return (RoutingOutcome.Routed)
        Engines.named("dor")
            .orElseThrow()
            .route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null));
  }
}
