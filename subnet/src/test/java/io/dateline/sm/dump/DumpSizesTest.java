package io.dateline.sm.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidBook;
import java.io.IOException;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DumpSizesTest {
  private static final long FILE_MIN = 1_000; // of smaller ones heads are the most

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "torus:8x8x4:2|minhop",
        "ftree:8,8,8:1,8,8|updn",
        "torus:5x5x5|dfsssp",
        "jellyfish:64,8,4,1|lash",
        "jellyfish:64,8,4,1|nue"
      })
  void shouldBeNearWhatIsWritten(String topology, String engine) throws IOException {
    Fabric fabric = TopologySpec.parse(topology).generate();
    LidMap lids = LidAssigner.plan(fabric, LidBook.EMPTY, fabric.endPorts()[0], 0, false).lids();
    RoutingOptions options = RoutingOptions.DEFAULTS.with(LaneOptions.QOS.withNue(4, false));
    RoutingOutcome outcome =
        Engines.named(engine).orElseThrow().route(new RoutingRequest(fabric, lids, options, null));
    Routing routing = ((RoutingOutcome.Routed) outcome).routing();
    Map<String, String> told = Map.of("told", "words");

    Map<String, RoutingDumps.Content> files =
        RoutingDumps.of(fabric, lids, routing, told, out -> {});
    Map<String, Long> sizes = DumpSizes.of(fabric, lids, routing, told);

    assertThat(sizes).containsOnlyKeys(files.keySet());
    for (Map.Entry<String, RoutingDumps.Content> file : files.entrySet()) {
      StringBuilder text = new StringBuilder();
      file.getValue().write(text);
      if (text.length() >= FILE_MIN) {
        boolean isSampled = file.getKey().equals(RoutingDumps.PATH_SL);
        assertThat(sizes.get(file.getKey()))
            .as(file.getKey())
            .isCloseTo(text.length(), Percentage.withPercentage(isSampled ? 25 : 10));
      }
    }
  }
}
