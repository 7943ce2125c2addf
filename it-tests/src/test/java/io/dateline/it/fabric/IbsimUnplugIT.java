package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.format.TopologyWriter;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SmNodeProcess;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cables and switches that go and come back on Debian's ibsim, by its console. */
@Timeout(120)
class IbsimUnplugIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String MANAGER = "H-0000000001000000";
  private static final String SWITCH = "S-0000000000200004";
  private static final String SWITCH_GUID = "0x0000000000200004";

  @TempDir Path folder;

  private Ibsim ibsim;
  private SmNodeProcess node;
  private Map<String, Integer> lids;

  @BeforeEach
  void bringUp() throws IOException {
    Machine.needs("ibsim", "ibsim-run", "ibroute", "ibtracert");
    Path topology = folder.resolve("torus.ib");
    try (Writer out = Files.newBufferedWriter(topology)) {
      TopologyWriter.write(TopologySpec.parse("torus:3x3").generate(), out);
    }
    ibsim = Ibsim.start(topology, folder);
    node =
        SmNodeProcess.start(
            folder,
            "sim://127.0.0.1:" + ibsim.port() + "/" + MANAGER,
            "-Ddateline.subnet.sweep_interval=10 minutes");
    node.awaitSubnetUp(PATIENCE);
    lids = lids();
    assertThat(lids).hasSize(18);
  }

  @AfterEach
  void stop() {
    if (node != null) {
      node.close();
    }
    if (ibsim != null) {
      ibsim.close();
    }
  }

  /** LIDs by node GUID, as the node tells. */
  private Map<String, Integer> lids() {
    Map<String, Integer> found = new TreeMap<>();
    for (JsonNode one : node.get("fabric").orElseThrow().path("nodes")) {
      boolean isSwitch = one.path("type").asText().equals("Switch");
      found.put(
          one.path("guid").asText(),
          (isSwitch ? one : one.path("ports").path(0)).path("lid").asInt());
    }
    return found;
  }

  private void change(String command, int switches, int links) {
    JsonNode before = node.get("status").orElseThrow();
    long beganMs = nowMs();
    ibsim.console(command);
    node.awaitStatus(
        command,
        PATIENCE,
        now ->
            now.path("sweeps").asLong() > before.path("sweeps").asLong()
                && now.path("phase").asText().equals("IDLE")
                && now.path("switches").asInt() == switches
                && now.path("links").asInt() == links
                && now.path("portsNotActive").asInt() == 0);
    long upMs = nowMs() - beganMs;
    long sweepMs = node.sweepBeginMs(before.path("generation").asLong() + 1) - beganMs;
    System.out.printf(
        "ibsim %s: sweep began after %d ms, up after %d ms%n", command, sweepMs, upMs);
    assertThat(sweepMs).as("from the command to the sweep, ms").isLessThan(1000);
  }

  private static long nowMs() {
    return System.currentTimeMillis();
  }

  private String tool(String... command) {
    Running.Ended ended = Ibsim.tool(ibsim.port(), MANAGER, folder, command);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    return ended.output();
  }

  /** The port by which a switch forwards to a LID, as ibroute reads it from ibsim. */
  private int route(String switchGuid, int lid) {
    String line = "0x%04x (\\d+) ".formatted(lid);
    String table = tool("ibroute", "" + lids.get(switchGuid));
    return Pattern.compile(line)
        .matcher(table)
        .results()
        .findFirst()
        .map(found -> Integer.parseInt(found.group(1)))
        .orElseThrow(() -> new AssertionError("no LID " + lid + " in " + table));
  }

  /** A path from the manager to every LID but the ones behind the switch. */
  private void traceEverybody(String exceptGuid) {
    int from = lids.get("0x" + MANAGER.substring(2));
    lids.forEach(
        (guid, lid) -> {
          if (!guid.equals(exceptGuid) && lid != from && guid.startsWith("0x00000000002")) {
            assertThat(tool("ibtracert", "" + from, "" + lid)).contains("lid " + lid);
          }
        });
  }

  @Test
  void shouldRouteAroundACableAndBack() {
    String peer = peer(1);
    assertThat(route(SWITCH_GUID, lids.get(peer))).isEqualTo(1);

    change("Unlink \"" + SWITCH + "\"[1]", 9, 26);
    assertThat(route(SWITCH_GUID, lids.get(peer))).isNotEqualTo(1);
    traceEverybody("");
    change("Relink \"" + SWITCH + "\"[1]", 9, 27);
    assertThat(route(SWITCH_GUID, lids.get(peer))).isEqualTo(1);
    assertThat(lids()).isEqualTo(lids);
  }

  private String peer(int number) {
    for (JsonNode one : node.get("fabric").orElseThrow().path("nodes")) {
      for (JsonNode port : one.path("ports")) {
        if (one.path("guid").asText().equals(SWITCH_GUID)
            && port.path("number").asInt() == number) {
          return port.path("peerGuid").asText();
        }
      }
    }
    throw new AssertionError("no cable at port " + number);
  }

  @Test
  void shouldLoseAWholeSwitchAndHaveItBack() {
    change("Unlink \"" + SWITCH + "\"", 8, 22);
    traceEverybody(SWITCH_GUID);
    change("Relink \"" + SWITCH + "\"", 9, 27);
    traceEverybody("");
    assertThat(lids()).isEqualTo(lids);
  }
}
