package io.dateline.it.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.SimulatedSubnet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The example of OpenSM's manual for {@code max_reverse_hops}, in a node: three spines with a node
 * each that does not compute, N1 to N3, and two switches below, each joined to two of them.
 *
 * <pre>
 *     N1      N2      N3
 *     |       |       |
 *     s0      s1      s2
 *       \    /  \    /
 *        s3        s4
 *       /  \      /  \        two hosts each
 * </pre>
 */
@Timeout(120)
class ReverseHopsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int SPINES = 3;
  private static final long IO = 0x2000; // port GUIDs of N1 to N3

  @TempDir private Path folder;

  private static Fabric spines() {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft[] switches = new Fabric.NodeDraft[SPINES + 2];
    for (int i = 0; i < switches.length; i++) {
      switches[i] = builder.node(NodeType.SWITCH, 0x100 + i, 8).description("s" + i);
    }
    int port = 1;
    for (int below = SPINES; below < SPINES + 2; below++) {
      int first = below - SPINES;
      link(builder, switches[below], 1, switches[first], 2);
      link(builder, switches[below], 2, switches[first + 1], 1);
      for (int host = 0; host < 2; host++) {
        Fabric.NodeDraft adapter =
            builder.node(NodeType.CA, 0x1000 + 16L * port++, 1).description("c" + port);
        link(builder, switches[below], 3 + host, adapter, 1);
      }
    }
    for (int spine = 0; spine < SPINES; spine++) {
      Fabric.NodeDraft adapter =
          builder.node(NodeType.CA, IO + 16L * spine, 1).description("N" + (spine + 1));
      link(builder, switches[spine], 8, adapter, 1);
    }
    return builder.build();
  }

  private static void link(
      Fabric.Builder builder, Fabric.NodeDraft one, int port, Fabric.NodeDraft other, int at) {
    builder.link(one, port, other, at, LinkWidth.X4, LinkSpeed.EDR);
  }

  private String guids(String name, LongStream guids) throws IOException {
    return Files.writeString(
            folder.resolve(name), guids.mapToObj(Guid::format).collect(Collectors.joining("\n")))
        .toString();
  }

  private Map<String, Object> settings(Fabric fabric, int hops) throws IOException {
    Map<String, Object> settings = new HashMap<>();
    settings.put("dateline.subnet.routing_engine", List.of("ftree"));
    settings.put("dateline.subnet.max_reverse_hops", hops);
    settings.put(
        "dateline.subnet.root_guid_file",
        guids("roots", IntStream.range(0, SPINES).mapToLong(fabric::nodeGuid)));
    settings.put(
        "dateline.subnet.io_guid_file",
        guids(
            "io",
            IntStream.of(fabric.endPorts())
                .filter(port -> fabric.description(fabric.nodeOf(port)).startsWith("N"))
                .mapToLong(fabric::portGuid)));
    return settings;
  }

  /** Without reverse hops the subnet manager's own host would not reach the third spine's node. */
  @ParameterizedTest
  @CsvSource({"0, minhop, 0", "1, ftree, 2", "2, ftree, 0"})
  void shouldJoinTheNodesAtSpinesThatItsHopsReach(int hops, String engine, int unserved)
      throws Exception {
    Fabric fabric = spines();
    int own = fabric.port(fabric.switchCount(), 1); // of a host that computes
    int cable = fabric.port(SPINES, 2);
    try (SimulatedSubnet subnet = SimulatedSubnet.start(fabric);
        EmbeddedNode node =
            EmbeddedNode.start(folder, subnet.simulator().attach(own), settings(fabric, hops))) {
      node.awaitQuiet();
      awaitRouted(subnet, node, engine, unserved);
      if (hops == 0) {
        assertThat(node.status().path("fallbackReason").asText())
            .startsWith("ftree: the judge rejects the routing: ")
            .contains("pairs are not served");
      } else if (hops == 1) {
        assertThat(node.status().path("warnings").toString())
            .contains("pairs not served, as options allow")
            .contains("cannot send to");
      }
      // Now the two halves are apart.
      subnet.unlink(cable);
      await("cut").atMost(PATIENCE).until(() -> node.status().path("switches").asInt() < 5);
      subnet.relink(cable);
      awaitRouted(subnet, node, engine, unserved);
    }
  }

  private static void awaitRouted(
      SimulatedSubnet subnet, EmbeddedNode node, String engine, int unserved) {
    await(engine)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(
            () -> {
              JsonNode status = node.assertRouted(engine);
              assertThat(status.path("switches").asInt()).isEqualTo(SPINES + 2);
              assertThat(subnet.unservedAdapters()).hasSize(unserved);
            });
  }
}
