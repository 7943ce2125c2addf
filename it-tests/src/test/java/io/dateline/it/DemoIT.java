package io.dateline.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.format.TopologyReader;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code dateline demo} as a user runs it, and the field's tools attached to its fabric. */
@Timeout(180)
class DemoIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int SWITCHES = 12;
  private static final int HOSTS = 12;
  private static final int SWITCH_LINKS = 24;
  private static final Pattern SIM_PORT = Pattern.compile("on UDP port (\\d+)");
  private static final Pattern URL = Pattern.compile("--url (\\S+)");

  @TempDir Path folder;

  private static String dateline() {
    return Machine.root().resolve("dateline").toString();
  }

  private Running.Ended run(String... command) {
    return Running.run(
        folder.resolve("command-" + System.nanoTime() + ".out"),
        PATIENCE,
        Map.of(),
        List.of(command));
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
    return matcher.group(1);
  }

  @Test
  void shouldShowAFabricComeUpThatTheFieldsToolsAgreeWith() throws Exception {
    Machine.needs("ibsim-run", "saquery", "ibnetdiscover", "iblinkinfo");
    try (Running demo =
        Running.start(
            folder.resolve("demo.out"),
            Map.of(),
            List.of(dateline(), "demo", "--topology", "torus:3x4"))) {
      demo.awaitOutput("^C ends it.", PATIENCE);
      assertThat(demo.output()).contains("SUBNET UP");
      int simPort = Integer.parseInt(first(SIM_PORT, demo.output()));
      String url = first(URL, demo.output());
      NavigableMap<String, Integer> lids = lidsByNodeGuid(url);
      assertThat(lids).hasSize(SWITCHES + HOSTS);

      // The manager sits at the first host.
      String host = "H-" + lids.lastKey().substring(2);
      seenByIbnetdiscover(tool(simPort, host, "ibnetdiscover"), lids);
      seenByIblinkinfo(tool(simPort, host, "iblinkinfo"));
      seenBySaquery(simPort, host, lids);

      List<ProcessHandle> children = demo.process().descendants().toList();
      assertThat(children).hasSize(2);
      demo.process().destroy(); // as ^C does
      assertThat(demo.process().waitFor(20, TimeUnit.SECONDS)).isTrue();
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  private String tool(int simPort, String host, String... command) {
    Running.Ended ended = Ibsim.tool(simPort, host, folder, command);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    return ended.output();
  }

  /** What {@code dateline fabric --json} says: of a channel adapter the LID of its port 1. */
  private NavigableMap<String, Integer> lidsByNodeGuid(String url) throws Exception {
    Running.Ended ended = run(dateline(), "fabric", "--json", "--url", url);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    TreeMap<String, Integer> lids = new TreeMap<>();
    for (JsonNode node : new ObjectMapper().readTree(ended.output()).path("nodes")) {
      boolean isSwitch = node.path("type").asText().equals("Switch");
      lids.put(
          node.path("guid").asText(),
          (isSwitch ? node : node.path("ports").path(0)).path("lid").asInt());
      for (JsonNode port : node.path("ports")) {
        assertThat(port.path("state").asText()).isEqualTo("Active");
      }
    }
    return lids;
  }

  private static void seenByIbnetdiscover(String output, Map<String, Integer> lids)
      throws Exception {
    Fabric found = TopologyReader.read("ibnetdiscover", new StringReader(output));
    Map<String, Integer> seen = new TreeMap<>();
    for (int port : found.endPorts()) {
      seen.put("0x%016x".formatted(found.nodeGuid(found.nodeOf(port))), found.foundLid(port));
    }
    assertThat(found.switchCount()).isEqualTo(SWITCHES);
    assertThat(seen).isEqualTo(lids);
    for (int node = 0; node < found.nodeCount(); node++) {
      assertThat(found.type(node)).isIn(NodeType.SWITCH, NodeType.CA);
    }
  }

  /** Every cable between switches is shown from both ends, those to hosts from the switch. */
  private static void seenByIblinkinfo(String output) {
    long up = output.lines().filter(line -> line.contains("Active/  LinkUp")).count();
    assertThat(up).as(output).isEqualTo(2L * SWITCH_LINKS + 2L * HOSTS);
  }

  private void seenBySaquery(int simPort, String host, Map<String, Integer> lids) {
    // One record at a time: the preload library cuts answers of several packets.
    lids.forEach(
        (guid, lid) -> {
          if (lid % 4 == 1) {
            assertThat(tool(simPort, host, "saquery", "NodeRecord", "" + lid))
                .contains("lid.....................%d\n".formatted(lid))
                .containsIgnoringCase(guid);
          }
        });
    assertThat(tool(simPort, host, "saquery", "-s")).contains("PortInfoRecord dump");
  }
}
