package io.dateline.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.OpenSmProcess;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmNodeProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A site whose OpenSM holds the ports by a key that the node was not told. The node is handed the
 * subnet, cannot write, and hands it back when the operator asks OpenSM to take it.
 *
 * <p>Alone, as {@link HandoverIT}.
 */
@Tag("alone")
@Timeout(240)
class LockedMasterIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  @BeforeEach
  void checkTools() {
    Machine.needs("opensm");
  }

  private SmNodeProcess node(SimulatedSubnet subnet, OpenSmProcess opensm) throws IOException {
    opensm.awaitSubnetUp(PATIENCE);
    return SmNodeProcess.start(
        folder,
        subnet.address() + "/" + subnet.fabric().description(subnet.fabric().switchCount()),
        "-Ddateline.subnet.sm_priority=8",
        "-Ddateline.subnet.sm_key=1",
        "-Ddateline.subnet.sweep_interval=1s",
        "-Ddateline.subnet.sminfo_polling_timeout=500ms");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void shouldHandTheSubnetBackThatItCannotWriteTo(int protection) throws Exception {
    String[] keys = {
      "m_key 0x1234", "m_key_lease_period 0", "m_key_protection_level " + protection
    };
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3")) {
      int port = subnet.port();
      Fabric fabric = subnet.fabric();
      String host = fabric.description(fabric.switchCount() + 3);
      OpenSmProcess first = OpenSmProcess.start(folder, port, host, 3, keys);
      try (SmNodeProcess node = node(subnet, first)) {
        boolean isKeyShown = protection == 0; // so it can write, too
        node.awaitStatus(
            "master",
            PATIENCE,
            status ->
                status.path("role").asText().equals("master")
                    && status.path("subnetUp").asBoolean() == isKeyShown);
        first.close();
        try (OpenSmProcess better = OpenSmProcess.start(folder, port, host, 15, keys)) {
          node.awaitStatus("handed back", PATIENCE, SmNodeProcess::standsBy);
          better.awaitSubnetUp(PATIENCE);
          assertThat(subnet.unservedAdapters()).isEmpty();
        }
      } finally {
        first.close();
      }
    }
  }
}
