package io.dateline.it.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.BroadcastGroup;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.mad.Mad;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sim.Simulator;
import io.dateline.sm.fair.QuotaSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.NoSuchElementException;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The disk under the state directory is full, and has room again. */
@Timeout(180)
class FullDiskIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CABLE = "sw_1_1_0[1]";

  @TempDir private Path folder;

  @Test
  void theNodeSaysSoChangesNothingAnswersOnAndGoesOnWhenThereIsRoom() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder, 4);
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3")) {
      Simulator simulator = subnet.simulator();
      int own = subnet.fabric().endPorts()[10];
      Map<String, String> settings =
          Map.of(
              "dateline.state-dir",
              disk.path().resolve("state").toString(),
              "dateline.persistence.h2.url",
              "");
      try (EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(own), settings)) {
        JsonNode before = node.awaitQuiet();
        Map<Long, Integer> lids = subnet.lids();

        disk.fill();
        useUpRoom(node, lids);
        // Some writes still fit into what the journal's file has room for.
        patiently()
            .pollInterval(Duration.ofSeconds(1))
            .until(() -> pullAndPlug(subnet) && isWaitingForJournal(node));
        assertThat(node.askForPath()).as("a path, by what was known").isNotNull();
        long sets = node.port().setsSent();
        subnet.console("unlink " + CABLE);
        patiently()
            .pollDelay(Duration.ofSeconds(5))
            .until(() -> node.port().setsSent() == sets && isWaitingForJournal(node));
        assertThat(subnet.lids()).isEqualTo(lids);
        assertThat(node.askForPath()).as("a path, by what was known").isNotNull();

        disk.empty();
        patiently()
            .until(
                () ->
                    node.status().path("role").asText().equals("master")
                        && node.status().path("subnetUp").asBoolean()
                        && node.status().path("errors").isEmpty()
                        && node.status().path("links").asInt() == before.path("links").asInt() - 1);
        JsonNode after = node.awaitQuiet();
        assertThat(after.path("term").asLong()).isGreaterThan(before.path("term").asLong());
        assertThat(subnet.lids()).isEqualTo(lids);
        assertThat(subnet.unservedPairs()).isZero();
      }
    }
  }

  /** The journal has made room ahead, which as many joins as a port may ask for take up. */
  private static void useUpRoom(EmbeddedNode node, Map<Long, Integer> lids) throws Exception {
    for (Map.Entry<Long, Integer> port : lids.entrySet()) {
      int lid = port.getValue();
      for (int i = 0; i < QuotaSettings.DEFAULTS.joinsBurst(); i++) {
        Mad change = BroadcastGroup.change(i % 2 == 0, port.getKey(), (long) lid << 32 | i);
        Mad answer = node.port().ask(new MadPacket(change, 1, lid, 1, 0), PATIENCE.toMillis());
        if (answer == null || answer.status() == Mad.STATUS_BUSY) {
          return;
        }
      }
    }
  }

  private static boolean pullAndPlug(SimulatedSubnet subnet) {
    subnet.console("unlink " + CABLE);
    subnet.console("relink " + CABLE);
    return true;
  }

  /** A node on a busy machine may be late with an answer, and is asked again. */
  private static ConditionFactory patiently() {
    return Awaitility.await().atMost(PATIENCE).ignoreException(NoSuchElementException.class);
  }

  private static boolean isWaitingForJournal(EmbeddedNode node) {
    return node.status().path("role").asText().startsWith("waiting for the journal");
  }
}
