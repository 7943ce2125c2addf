package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.bench.OneProcess;
import io.dateline.it.kit.Hardware;
import io.dateline.sim.SimulatedFabric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A subnet of 5,018 end ports in one process. What the largest of 48,896 takes is in
 * docs/BENCHMARKS.md; it takes too long for every build.
 */
class LargeSubnetIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @Test
  void shouldBringEveryPortUpWithItsOwnLid(@TempDir Path state) throws Exception {
    try (OneProcess both = OneProcess.start("ftree:12,14,25:1,12,14", state, Map.of())) {
      Awaitility.await("subnet up").atMost(PATIENCE).until(() -> both.statusWhenUp().isPresent());
      JsonNode status = both.statusWhenUp().orElseThrow();
      assertThat(status.path("portsNotActive").asInt()).isZero();
      assertThat(status.path("warnings")).isEmpty();
      int[] lids = both.simulator().call(LargeSubnetIT::lids);
      assertThat(status.path("endPorts").asInt()).isEqualTo(lids.length);
      assertThat(lids).isEqualTo(IntStream.rangeClosed(1, lids.length).toArray());
      assertThat(both.simulator().call(Hardware::cablesNotActive)).isZero();
    }
  }

  /** Of all end ports as the fabric itself has them, ascending. */
  private static int[] lids(SimulatedFabric simulated) {
    return Arrays.stream(simulated.fabric().endPorts()).map(simulated::lid).sorted().toArray();
  }
}
