package io.dateline.it.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that stops taking events under a running node, and comes back. */
class JournalFailureIT {
  @TempDir private Path folder;

  @Test
  void theNodeSaysSoAnswersOnAndGoesOnWhenTheJournalIsBack() throws Exception {
    try (Simulator simulator =
        new Simulator(new SimulatedFabric(TopologySpec.parse("torus:3x3").generate()))) {
      int port = simulator.call(fabric -> fabric.fabric().endPorts()[10]);
      try (EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(port), Map.of())) {
        JsonNode before = node.awaitQuiet();

        node.executeInJournal("ALTER TABLE \"event_journal\" RENAME TO \"gone\"");
        String id = simulator.call(fabric -> "\"" + fabric.fabric().description(1) + "\"[1]");
        simulator.command("Unlink " + id);
        node.awaitStatus(status -> status.path("role").asText().contains("journal"));
        assertThat(node.askForPath()).as("a path, by what was known").isNotNull();

        node.executeInJournal("ALTER TABLE \"gone\" RENAME TO \"event_journal\"");
        node.awaitStatus(
            status ->
                status.path("role").asText().equals("master")
                    && status.path("subnetUp").asBoolean()
                    && status.path("links").asInt() == before.path("links").asInt() - 1);
        JsonNode after = node.awaitQuiet();
        assertThat(after.path("masterLid")).isEqualTo(before.path("masterLid"));
        assertThat(after.path("term").asLong()).isGreaterThan(before.path("term").asLong());
        assertThat(after.path("portsNotActive").asInt()).isZero();
      }
    }
  }
}
