package io.dateline.it.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.attribute.Mtu;
import io.dateline.mad.sa.PathRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Engines in a node on fabrics that are damaged before it starts, where a cable is lost and comes
 * back, and then a switch. An engine may refuse what is left: then minhop routes, and the node says
 * so. Whoever routes, all adapters that cables join reach each other.
 *
 * <p>{@code -Dlive.wide=true} has every engine on four damaged and two real fabrics; {@code
 * -Dlive.seed=N} the same cables and switches as before.
 */
@Timeout(240)
class LiveMatrixIT {
  private static final long SEED = Long.getLong("live.seed", new Random().nextInt(1 << 20));
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String TREE = "ftree:4,4,4:1,4,4";
  private static final String TORUS = "torus:5x3";
  private static final List<String> DAMAGED =
      List.of(TREE, TORUS, "jellyfish:20,5,1,7", "hyperx:3,3:1");
  private static final List<String> REAL = List.of("vendor-is3-loop.ib", "psmn-x5.ib");
  private static final List<String> ENGINES =
      List.of(
          "minhop", "updn", "dnup", "dor", "ftree", "sssp", "dfsssp", "lash", "nue", "torus-2QoS");

  /** They route any fabric, as long as there are lanes. */
  private static final Set<String> REFUSE_NOTHING =
      Set.of("minhop", "dnup", "sssp", "dfsssp", "lash", "nue"); // updn finds no roots on a torus

  /** Their tables are free of credit loops, whatever the fabric. */
  private static final Set<String> FREE_OF_LOOPS =
      Set.of("updn", "dnup", "dfsssp", "lash", "nue", "torus-2QoS");

  @TempDir private Path folder;

  private final Random random = new Random(SEED);

  /** An engine and a fabric: a specification, or a file of the real ones. */
  record Live(String engine, String topology) {}

  static Stream<Live> pairs() {
    if (!Boolean.getBoolean("live.wide")) {
      return Stream.of(new Live("torus-2QoS", TORUS), new Live("dfsssp", "jellyfish:20,5,1,7"));
    }
    return ENGINES.stream()
        .flatMap(
            engine ->
                Stream.concat(DAMAGED.stream(), REAL.stream())
                    .filter(topology -> !engine.equals("torus-2QoS") || topology.equals(TORUS))
                    .map(topology -> new Live(engine, topology)));
  }

  private static Fabric fabric(String topology) throws IOException {
    return topology.endsWith(".ib")
        ? TopologyReader.read(Machine.realTopologies().resolve(topology))
        : TopologySpec.parse(topology).generate();
  }

  private Map<String, Object> settings(String engine, String topology, SimulatedSubnet subnet)
      throws IOException {
    Map<String, Object> settings = new HashMap<>();
    settings.put("dateline.subnet.routing_engine", List.of(engine));
    settings.put("dateline.subnet.qos", true);
    if (engine.equals("torus-2QoS")) {
      Path conf = folder.resolve("torus-2QoS.conf");
      TorusSeeds.write(conf, subnet, "sw_0_0_0", "sw_2_1_0");
      settings.put("dateline.subnet.torus_config", conf.toString());
    }
    if (engine.equals("ftree") && topology.equals(TREE)) {
      Fabric fabric = subnet.fabric();
      settings.put(
          "dateline.subnet.root_guid_file",
          Files.writeString(
                  folder.resolve("roots"),
                  IntStream.range(fabric.switchCount() - 16, fabric.switchCount())
                      .mapToObj(node -> Guid.format(fabric.nodeGuid(node)))
                      .collect(Collectors.joining("\n")))
              .toString());
    }
    return settings;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void shouldServeWhatIsLeftOrTellTheRefusal(Live live) throws Exception {
    System.out.println("-Dlive.seed=" + SEED);
    List<String> routed = new ArrayList<>();
    try (SimulatedSubnet subnet = SimulatedSubnet.start(fabric(live.topology()))) {
      Fabric fabric = subnet.fabric();
      int own = fabric.port(fabric.switchCount(), 1); // of the first host
      subnet.unlink(cable(subnet));
      try (EmbeddedNode node =
          EmbeddedNode.start(
              folder,
              subnet.simulator().attach(own),
              settings(live.engine(), live.topology(), subnet))) {
        node.awaitQuiet();
        routed.add(awaitServed(subnet, node, live.engine()));
        int cable = cable(subnet);
        boolean isLost = subnet.simulator().call(simulated -> simulated.unlink(cable));
        routed.add(awaitServed(subnet, node, live.engine()));
        if (isLost) {
          subnet.relink(cable);
        }
        routed.add(awaitServed(subnet, node, live.engine()));
        int lost = switchBut(subnet, fabric.nodeOf(fabric.peer(own)));
        subnet.simulator().execute(simulated -> simulated.nodeDown(lost));
        routed.add(awaitServed(subnet, node, live.engine()));
        subnet.simulator().execute(simulated -> simulated.nodeUp(lost));
        routed.add(awaitServed(subnet, node, live.engine()));
      }
    }
    System.out.printf("%s on %s: routed by %s%n", live.engine(), live.topology(), routed);
  }

  /** One whose loss leaves all switches joined: of an island that is cut off no engine knows. */
  private int cable(SimulatedSubnet subnet) {
    Fabric fabric = subnet.fabric();
    int[] cables =
        IntStream.range(0, fabric.portCount())
            .filter(port -> fabric.isSwitch(fabric.nodeOf(port)) && fabric.peer(port) > port)
            .filter(port -> fabric.isSwitch(fabric.nodeOf(fabric.peer(port))))
            .filter(port -> fabric.nodeOf(fabric.peer(port)) != fabric.nodeOf(port))
            .filter(port -> areJoinedWithout(subnet, Fabric.NONE, port))
            .toArray();
    return cables[random.nextInt(cables.length)];
  }

  /** Another one than that of the manager's host, likewise. */
  private int switchBut(SimulatedSubnet subnet, int own) {
    int[] others =
        IntStream.range(0, subnet.fabric().switchCount())
            .filter(node -> node != own && areJoinedWithout(subnet, node, Fabric.NONE))
            .toArray();
    return others[random.nextInt(others.length)];
  }

  private static boolean areJoinedWithout(SimulatedSubnet subnet, int lost, int cut) {
    Fabric fabric = subnet.fabric();
    return subnet
        .simulator()
        .call(
            simulated -> {
              Set<Integer> reached = new HashSet<>();
              Deque<Integer> open = new ArrayDeque<>(List.of(lost == 0 ? 1 : 0));
              while (!open.isEmpty()) {
                int node = open.pop();
                if (!reached.add(node)) {
                  continue;
                }
                for (int number = 1; number <= fabric.externalPortCount(node); number++) {
                  int port = fabric.port(node, number);
                  int peer = simulated.peer(port);
                  boolean isCut = port == cut || (cut != Fabric.NONE && peer == cut);
                  if (peer != Fabric.NONE
                      && !isCut
                      && fabric.isSwitch(fabric.nodeOf(peer))
                      && fabric.nodeOf(peer) != lost) {
                    open.push(fabric.nodeOf(peer));
                  }
                }
              }
              return reached.size() == fabric.switchCount() - (lost == Fabric.NONE ? 0 : 1);
            });
  }

  /** Returns the engine that routed. */
  private static String awaitServed(SimulatedSubnet subnet, EmbeddedNode node, String engine) {
    String[] routed = {""};
    await(engine)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(
            () -> {
              JsonNode status = node.status();
              routed[0] = status.path("engine").asText();
              assertThat(status.path("subnetUp").asBoolean()).as(status.toString()).isTrue();
              assertThat(status.path("phase").asText()).isEqualTo("IDLE");
              assertThat(subnet.portsNotActive()).isZero();
              assertThat(subnet.unservedAdapters()).isEmpty();
              assertTold(status, engine);
            });
    return routed[0];
  }

  private static void assertTold(JsonNode status, String engine) {
    String routed = status.path("engine").asText();
    if (!routed.equals(engine)) {
      assertThat(REFUSE_NOTHING).as(status.toString()).doesNotContain(engine);
      assertThat(routed).isEqualTo("minhop");
      assertThat(status.path("fallbackFrom").toString()).contains(engine);
      assertThat(status.path("fallbackReason").asText()).startsWith(engine + ": ");
    } else if (FREE_OF_LOOPS.contains(engine)) {
      assertThat(status.path("acyclic").asBoolean()).as(status.toString()).isTrue();
    }
  }

  /** What switches were told by minhop is what the engine file has them told. */
  @Test
  void shouldRouteByTheFileOfItsOwnTablesAndSayWhereItCannot() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:4x4")) {
      Fabric fabric = subnet.fabric();
      int own = fabric.port(fabric.switchCount(), 1);
      Path lfts = folder.resolve("opensm-lfts.dump");
      Map<String, String> journal;
      try (EmbeddedNode first =
          EmbeddedNode.start(folder, subnet.simulator().attach(own), Map.of())) {
        first.awaitQuiet();
        awaitServed(subnet, first, "minhop");
        assertPathTold(first);
        long last = first.get("history?last=1").path("events").path(0).path("number").asLong();
        Files.writeString(
            lfts, SmNodeProcess.text(first.httpPort(), "history/tables?at=" + last).orElseThrow());
        journal = first.sameJournal();
      }
      Map<String, Object> settings = new HashMap<>(journal);
      settings.put("dateline.subnet.routing_engine", List.of("file"));
      settings.put("dateline.subnet.lfts_file", lfts.toString());
      try (EmbeddedNode second =
          EmbeddedNode.start(folder, subnet.simulator().attach(own), settings)) {
        second.awaitQuiet();
        assertThat(awaitRouted(subnet, second, "file")).isEqualTo("file");
        int cable = cable(subnet);
        subnet.unlink(cable);
        assertThat(awaitRouted(subnet, second, "minhop")).as("the file is out of date").isNotNull();
        subnet.relink(cable);
        assertThat(awaitRouted(subnet, second, "file")).isEqualTo("file");
      }
    }
  }

  /** As subnet administration answers. */
  private static void assertPathTold(EmbeddedNode node) throws InterruptedException {
    PathRecord answered = PathRecord.in(node.askForPath(1, 20).bytes(), Mad.SA_DATA);
    JsonNode told = node.get("path?from=1&to=20");
    assertThat(told.path("sl").asInt()).isEqualTo(answered.sl());
    assertThat(told.path("mtu").asInt()).isEqualTo(Mtu.bytes(answered.mtu()));
    assertThat(told.path("gbps").asDouble()).isEqualTo(LinkRate.gbps(answered.rate()));
    assertThat(told.path("arrives").asBoolean()).isTrue();
    assertThat(told.path("hops")).hasSize(told.path("fewest").asInt());
    assertThat(told.path("what").asText()).endsWith("the fewest there can be");
  }

  private static String awaitRouted(SimulatedSubnet subnet, EmbeddedNode node, String engine) {
    await("routed by " + engine)
        .atMost(PATIENCE)
        .until(() -> node.status().path("engine").asText().equals(engine));
    return awaitServed(subnet, node, "file");
  }
}
