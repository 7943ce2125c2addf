package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.SimulatedSubnet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tables that OpenSM's ftree has made of a damaged tree, in a node by the engine file. */
@Timeout(120)
class OpenSmTreeIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ROOTS = 16;

  @TempDir private Path folder;

  /** OpenSM leaves pairs with spines out that lost their way down, as ours does. */
  @Test
  void shouldProgramWhatOpenSmHasDumped() throws Exception {
    Machine.needs("opensm", "ibsim", "ibsim-run");
    Fabric fabric =
        TopologySpec.parse("ftree:4,4,4:1,4,4")
            .withFaults(NetworkFaults.NONE.dropLinks(1, 7))
            .generate();
    Path roots =
        Files.write(
            folder.resolve("roots"),
            IntStream.range(fabric.switchCount() - ROOTS, fabric.switchCount())
                .mapToObj(node -> Guid.format(fabric.nodeGuid(node)))
                .toList());
    OpenSmTables theirs = OpenSmTables.sweep(fabric, folder, "-R", "ftree", "-a", roots.toString());
    assertThat(theirs.engine()).isEqualTo("ftree");

    Map<String, Object> settings =
        Map.of(
            "dateline.subnet.routing_engine",
            List.of("file", "no_fallback"),
            "dateline.subnet.lfts_file",
            theirs.folder().resolve("opensm-lfts.dump").toString());
    int own = fabric.port(fabric.switchCount(), 1);
    try (SimulatedSubnet subnet = SimulatedSubnet.start(fabric);
        EmbeddedNode node = EmbeddedNode.start(folder, subnet.simulator().attach(own), settings)) {
      node.awaitQuiet();
      await("OpenSM's tables")
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                JsonNode status = node.status();
                assertThat(status.path("engine").asText()).isEqualTo("file");
                assertThat(status.path("subnetUp").asBoolean()).as(status.toString()).isTrue();
                assertThat(subnet.portsNotActive()).isZero();
                assertThat(subnet.unservedAdapters()).isEmpty();
              });
      for (int port : fabric.endPorts()) {
        int lid = subnet.simulator().call(simulated -> simulated.lid(port));
        int theirLid = theirs.lids().baseLid(port);
        for (int at = 0; at < fabric.switchCount() && fabric.portNumber(port) > 0; at++) {
          int from = at;
          int programmed = subnet.simulator().call(simulated -> simulated.route(from, lid));
          assertThat(programmed)
              .as("port of switch %d to %s", at, fabric.description(fabric.nodeOf(port)))
              .isEqualTo(theirs.tables().port(at, theirLid));
        }
      }
    }
  }
}
