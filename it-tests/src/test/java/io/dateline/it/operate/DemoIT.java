package io.dateline.it.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
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
@Timeout(300)
class DemoIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int SWITCHES = 12;
  private static final int HOSTS = 12;
  private static final int SWITCH_LINKS = 24;
  private static final Pattern SIM_PORT = Pattern.compile("on UDP port (\\d+)");
  private static final Pattern URL = Pattern.compile("--url (\\S+)");

  private static final Pattern KILL = Pattern.compile("Kill it and see: +kill -9 (\\d+)");
  private static final Pattern FOLDER = Pattern.compile("logs and state: (\\S+)");
  private static final String UNCHANGED =
      "%d LIDs, %d paths' SLs, %d switches' tables unchanged; 0 blocks were sent"
          .formatted(SWITCHES + HOSTS, (SWITCHES + HOSTS) * (SWITCHES + HOSTS), SWITCHES);

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
      assertThat(demo.output())
          .contains("SUBNET UP")
          .containsPattern("routed by torus-2QoS")
          .contains("x radix 3, dateline between 2 and 0; y radix 4, dateline between 3 and 0");
      int simPort = Integer.parseInt(first(SIM_PORT, demo.output()));
      String url = first(URL, demo.output());
      NavigableMap<String, Integer> lids = lidsByNodeGuid(url);
      assertThat(lids).hasSize(SWITCHES + HOSTS);

      // The manager sits at the first host.
      String host = "H-" + lids.lastKey().substring(2);
      seenByIbnetdiscover(tool(simPort, host, "ibnetdiscover"), lids);
      seenByIblinkinfo(tool(simPort, host, "iblinkinfo"));
      seenBySaquery(simPort, host, lids);

      assertThat(demo.process().descendants()).hasSize(3);
      shouldLeaveNothing(demo);
    }
  }

  @Test
  void shouldTellOfEveryFailoverAndStartTheDeadAgain() throws Exception {
    try (Running demo =
        Running.start(
            folder.resolve("demo.out"),
            Map.of(),
            List.of(dateline(), "demo", "--topology", "torus:3x4", "--kill-after", "500ms"))) {
      awaitPrompts(demo, 2);
      assertThat(demo.output())
          .containsOnlyOnce("node 1 (master), process " + pids(demo).getFirst() + ", died of")
          .containsPattern("node [23] answers after [\\d,]+ ms")
          .containsOnlyOnce(UNCHANGED)
          .contains("node 1 is started again", "node 1 stands by");

      // The second master, as a user kills it.
      long second = pids(demo).getLast();
      assertThat(second).isNotEqualTo(pids(demo).getFirst());
      ProcessHandle master = ProcessHandle.of(second).orElseThrow();
      assertThat(demo.process().descendants()).contains(master);
      master.destroyForcibly();
      awaitPrompts(demo, 3);
      assertThat(demo.output().split(Pattern.quote(UNCHANGED), -1)).hasSize(3);
      assertThat(pids(demo)).doesNotHaveDuplicates();

      shouldLeaveNothing(demo);
    }
  }

  @Test
  void shouldRunOneNodeOnATopologyFromAPipe() {
    Running.Ended ended =
        run(
            "sh",
            "-c",
            "\"$0\" generate torus 3 4 1 | \"$0\" demo --topology /dev/stdin --nodes 1 --once",
            dateline());

    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(ended.output()).contains("SUBNET UP", "%d switches,".formatted(SWITCHES));
  }

  /** The processes that the demo says can be killed, in the order in which it did. */
  private static List<Long> pids(Running demo) {
    return KILL.matcher(demo.output())
        .results()
        .map(found -> Long.parseLong(found.group(1)))
        .toList();
  }

  private static void awaitPrompts(Running demo, int count) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(demo.process().isAlive()).as(demo.output()).isTrue();
              return pids(demo).size() == count;
            });
  }

  /** Ends it as ^C does. */
  private static void shouldLeaveNothing(Running demo) throws InterruptedException {
    List<ProcessHandle> children = demo.process().descendants().toList();
    demo.process().destroy();
    assertThat(demo.process().waitFor(40, TimeUnit.SECONDS)).isTrue();
    assertThat(children).noneMatch(ProcessHandle::isAlive);
    assertThat(Path.of(first(FOLDER, demo.output()))).doesNotExist();
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
