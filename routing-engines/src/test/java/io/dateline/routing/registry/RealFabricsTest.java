package io.dateline.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SharedFiles;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every engine on dumps of live fabrics and of other people's test topologies. {@code
 * -Dreal.wide=true} has engines with layers route the largest, too, which takes minutes.
 */
class RealFabricsTest {
  private static final boolean WIDE = Boolean.getBoolean("real.wide");
  private static final int LARGE = 1_000; // switches
  private static final Set<String> LAYERED = Set.of("dfsssp", "lash", "nue");

  @TestFactory
  Stream<DynamicTest> shouldServeEveryPairOrRefuse() throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(SharedFiles.find("topologies/real"))) {
      files = found.filter(file -> file.toString().endsWith(".ib")).sorted().toList();
    }
    assertThat(files).isNotEmpty();
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> examine(file)));
  }

  private static void examine(Path file) throws IOException {
    Fabric fabric = TopologyReader.read(file);
    RoutingOptions options = RoutingOptions.DEFAULTS.with(LaneOptions.QOS.withNue(0, false));
    for (String engine : Engines.names()) {
      if (WIDE || fabric.switchCount() < LARGE || !LAYERED.contains(engine)) {
        Examination.of(engine, fabric, options, 0);
      }
    }
  }
}
