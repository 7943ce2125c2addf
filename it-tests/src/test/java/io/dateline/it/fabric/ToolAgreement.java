package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Running;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares what a node holds of its subnet ({@code GET /fabric}) with what the field's tools see
 * through ibsim. Tools that would take long over a whole subnet are asked about LIDs drawn by seed.
 *
 * <p>The preload library does no RMPP: an answer of the SA is cut to its first segment. So queries
 * are narrow where their records are looked at.
 */
final class ToolAgreement {
  private static final int DRAWS = 2;
  private static final int LFT_BLOCK = 64;

  /** End ports of a subnet whose paths are not too many for one answer. */
  private static final int ALL_PATHS_MAX = 1000;

  private static final Pattern HOP =
      Pattern.compile("^\\[(\\d+)] -> .*port \\{0x([0-9a-f]+)}\\[(\\d+)]", Pattern.MULTILINE);
  private static final Pattern ROUTE =
      Pattern.compile("^0x([0-9a-f]{4}) (\\d{3}) ", Pattern.MULTILINE);

  private final int ibsimPort;
  private final String host;
  private final Path folder;
  private final Random random;
  private final int masterLid;
  private final int nodeCount;
  private final Map<String, Cable> cables = new HashMap<>(); // by "GUID/port" of either end
  private final List<EndPort> endPorts = new ArrayList<>();

  private record Cable(String peer, String link) {}

  private record EndPort(String guid, int port, int lid) {
    boolean isSwitch() {
      return port == 0;
    }
  }

  /**
   * A comparison.
   *
   * @param host ibsim's name of the node the tools attach to
   * @param seed for the LIDs drawn
   */
  ToolAgreement(
      Ibsim ibsim, String host, Path folder, JsonNode status, JsonNode fabric, long seed) {
    ibsimPort = ibsim.port();
    this.host = host;
    this.folder = folder;
    random = new Random(seed);
    masterLid = status.path("masterLid").asInt();
    nodeCount = fabric.path("nodes").size();
    for (JsonNode node : fabric.path("nodes")) {
      String guid = node.path("guid").asText();
      boolean isSwitch = node.path("type").asText().equals("Switch");
      if (isSwitch) {
        endPorts.add(new EndPort(guid, 0, node.path("lid").asInt()));
      }
      for (JsonNode port : node.path("ports")) {
        int number = port.path("number").asInt();
        assertThat(port.path("state").asText()).as("%s port %d", guid, number).isEqualTo("Active");
        cables.put(
            guid + "/" + number,
            new Cable(
                port.path("peerGuid").asText() + "/" + port.path("peerNumber").asInt(),
                port.path("link").asText()));
        if (!isSwitch) {
          endPorts.add(new EndPort(guid, number, port.path("lid").asInt()));
        }
      }
    }
  }

  /** Asks all tools. */
  void check() throws IOException {
    checkDiscovery();
    assertThat(tool("sminfo")).contains("sm lid " + masterLid + " ").contains("SMINFO_MASTER");
    for (int draw = 0; draw < DRAWS; draw++) {
      checkPath(drawEndPort(), drawEndPort());
      checkEndPort(drawEndPort());
    }
    checkRoutes(drawSwitch());
    assertThat(tool("saquery", "-g"))
        .containsOnlyOnce("MCMemberRecord group dump:")
        .contains("ff12:401b:ffff::ffff:ffff"); // of IPoIB, which nobody has to make
    for (String empty : List.of("-S", "-I")) {
      assertThat(tool("saquery", empty)).as("saquery %s", empty).doesNotContain("dump");
    }
    for (String whole : List.of("-N", "-x", "-s")) {
      assertThat(tool("saquery", whole)).as("saquery %s", whole).contains("Record dump:");
    }
    if (endPorts.size() <= ALL_PATHS_MAX) {
      assertThat(tool("saquery", "-p")).contains("PathRecord dump:");
    }
  }

  private void checkDiscovery() throws IOException {
    Fabric seen = TopologyReader.read("ibnetdiscover", new StringReader(tool("ibnetdiscover")));
    Map<String, Cable> seenCables = new HashMap<>();
    for (int port = 0; port < seen.portCount(); port++) {
      int peer = seen.peer(port);
      if (peer != Fabric.NONE) {
        seenCables.put(
            name(seen, port),
            new Cable(name(seen, peer), seen.width(port).label() + seen.speed(port).label()));
      }
    }
    assertThat(seenCables).isEqualTo(cables);
    assertThat(seen.nodeCount()).isEqualTo(nodeCount);
    for (EndPort endPort : endPorts) {
      int node = seen.nodeByGuid(Guid.parse(endPort.guid));
      assertThat(seen.foundLid(seen.port(node, endPort.port)))
          .as("LID of %s port %d", endPort.guid, endPort.port)
          .isEqualTo(endPort.lid);
    }
  }

  private static String name(Fabric fabric, int port) {
    return Guid.format(fabric.nodeGuid(fabric.nodeOf(port))) + "/" + fabric.portNumber(port);
  }

  /** ibtracert follows the switches' tables, saquery asks us. */
  private void checkPath(EndPort from, EndPort to) {
    String trace = tool("ibtracert", "" + from.lid, "" + to.lid);
    String at = from.guid;
    Matcher hops = HOP.matcher(trace);
    while (hops.find()) {
      Cable cable = cables.get(at + "/" + hops.group(1));
      assertThat(cable).as("a hop of\n%s", trace).isNotNull();
      assertThat(cable.peer).as(trace).endsWith("/" + hops.group(3));
      at = cable.peer.substring(0, cable.peer.indexOf('/'));
    }
    assertThat(at).as(trace).isEqualTo(to.guid);

    assertThat(tool("saquery", "--src-to-dst", from.lid + ":" + to.lid))
        .containsOnlyOnce("PathRecord dump:")
        .contains("slid...................." + from.lid + "\n")
        .contains("dlid...................." + to.lid + "\n");
  }

  private void checkEndPort(EndPort endPort) {
    String lid = "" + endPort.lid;
    String guid = "0x" + Guid.hex16(Guid.parse(endPort.guid));
    assertThat(tool("smpquery", "nodeinfo", lid)).contains(guid);
    assertThat(tool("smpquery", "portinfo", lid, "" + endPort.port))
        .containsPattern("(?m)^Lid:\\.+" + lid + "$")
        .containsPattern("(?m)^SMLid:\\.+" + masterLid + "$")
        .contains(endPort.isSwitch() ? "LinkState" : "Active");
    assertThat(tool("saquery", "NR", lid)).contains("lid....................." + lid, guid);
    assertThat(tool("saquery", "PIR", lid)).contains("EndPortLid.............." + lid);
    assertThat(tool("saquery", "LR", lid)).contains("FromLID...................." + lid);
  }

  /** Every LID has a route, and those of hosts at this switch lead straight to them. */
  private void checkRoutes(EndPort node) {
    Map<Integer, Integer> routes = new HashMap<>();
    Matcher rows = ROUTE.matcher(tool("ibroute", "" + node.lid));
    while (rows.find()) {
      routes.put(Integer.parseInt(rows.group(1), 16), Integer.parseInt(rows.group(2)));
    }
    int top = endPorts.stream().mapToInt(EndPort::lid).max().orElseThrow();
    if (top % LFT_BLOCK == 0) {
      // ibroute never reads a block whose only entry is the last one, whoever filled it.
      routes.put(top, null);
    }
    assertThat(routes.keySet())
        .containsExactlyInAnyOrderElementsOf(endPorts.stream().map(EndPort::lid).toList());
    for (EndPort host : endPorts) {
      Cable cable = cables.get(host.guid + "/" + host.port);
      if (!host.isSwitch()
          && routes.get(host.lid) != null
          && cable.peer.startsWith(node.guid + "/")) {
        assertThat(node.guid + "/" + routes.get(host.lid)).isEqualTo(cable.peer);
      }
    }
  }

  private EndPort drawEndPort() {
    return endPorts.get(random.nextInt(endPorts.size()));
  }

  private EndPort drawSwitch() {
    List<EndPort> switches = endPorts.stream().filter(EndPort::isSwitch).toList();
    return switches.get(random.nextInt(switches.size()));
  }

  private String tool(String... command) {
    Running.Ended ended = Ibsim.tool(ibsimPort, host, folder, command);
    assertThat(ended.exitCode()).as("%s\n%s", Stream.of(command).toList(), ended.output()).isZero();
    return ended.output();
  }
}
