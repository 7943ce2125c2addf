package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.BringUpFabrics;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.SmNodeProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A node that opens libibumad, as on a host, with Debian's ibsim behind the library: it brings the
 * same fabrics up, and the field's tools see what it holds.
 */
@Timeout(120)
class UmadBringUpIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir Path folder;

  @BeforeEach
  void checkTools() {
    Machine.needs(
        "ibsim", "ibsim-run", "ibnetdiscover", "ibtracert", "ibroute", "smpquery", "saquery");
  }

  static Stream<String> names() throws IOException {
    return BringUpFabrics.names(
        "torus 4 5 1 2 --drop-links 3:1", "hypercube 6 2", "csi-ring4.ib", "psmn-x5.ib");
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldBringUpWhatTheToolsThenSee(String name) throws IOException {
    Path file = BringUpFabrics.file(name, folder);
    long seed = Long.getLong("bringup.seed", new Random().nextLong());
    System.out.println(name + ", seed " + seed);
    Random random = new Random(seed);
    String nodeHost = BringUpFabrics.host(file, random);
    try (Ibsim ibsim = Ibsim.start(file, folder);
        SmNodeProcess node = SmNodeProcess.startOnUmad(folder, ibsim, nodeHost)) {
      JsonNode status = node.awaitSubnetUp(PATIENCE);
      assertThat(status.path("warnings")).as("warnings").isEmpty();
      assertThat(status.path("localPort").asText()).isEqualTo("ibsim0/1");
      JsonNode fabric = node.get("fabric").orElseThrow();
      String toolHost = BringUpFabrics.host(file, random);
      new ToolAgreement(ibsim, toolHost, folder, status, fabric, random.nextLong()).check();
    }
  }
}
