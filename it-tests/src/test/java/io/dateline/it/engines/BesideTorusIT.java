package io.dateline.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.fabric.format.TopologyWriter;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.SimulatedSubnet;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A leaf for services is plugged in beside a torus that works. */
@Timeout(240)
class BesideTorusIT {
  private static final String LEAF = "sw_0_0_0_leaf";

  /** Behind the header of the corner's block, and a leaf with an adapter. */
  private static final String CABLE = "[30]\t\"S-0000000000999999\"[1]\n";

  private static final String BESIDE =
      """

      switchguid=0x999999(999999)
      Switch	36 "S-0000000000999999"		# "sw_0_0_0_leaf" base port 0 lid 0 lmc 0
      [1]	"CORNER"[30]
      [2]	"H-0000000009900000"[1](9900001)

      caguid=0x9900000
      Ca	1 "H-0000000009900000"		# "service"
      [1](9900001)	"S-0000000000999999"[2]
      """;

  @TempDir private Path folder;

  private Fabric fabric() throws IOException {
    StringBuilder text = new StringBuilder();
    TopologyWriter.write(TopologySpec.parse("torus:5x6").generate(), text);
    int header = text.indexOf("# \"sw_0_0_0\" ");
    String id =
        text.substring(text.lastIndexOf("\"S-", header) + 1, text.lastIndexOf("\"", header - 2));
    text.insert(text.indexOf("\n", header) + 1, CABLE);
    text.append(BESIDE.replace("CORNER", id));
    return TopologyReader.read("torus with a leaf", new StringReader(text.toString()));
  }

  /** By switch and end port of the torus: where packets are sent on. */
  private static List<Integer> tables(SimulatedSubnet subnet) {
    Fabric fabric = subnet.fabric();
    int leaf = subnet.node(LEAF);
    int service = subnet.node("service");
    int[] ends =
        IntStream.of(fabric.endPorts())
            .filter(port -> fabric.nodeOf(port) != leaf && fabric.nodeOf(port) != service)
            .toArray();
    List<Integer> entries = new ArrayList<>();
    return subnet
        .simulator()
        .call(
            simulated -> {
              for (int node = 0; node < fabric.switchCount(); node++) {
                for (int end : ends) {
                  if (node != leaf) {
                    entries.add(simulated.route(node, simulated.lid(end)));
                  }
                }
              }
              return entries;
            });
  }

  private static JsonNode awaitRouting(EmbeddedNode node, int switches) {
    return node.awaitStatus(
        status ->
            status.path("subnetUp").asBoolean()
                && status.path("phase").asText().equals("IDLE")
                && status.path("switches").asInt() == switches);
  }

  @Test
  void shouldRouteTheTorusAllTheSame() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start(fabric())) {
      Path conf = folder.resolve("torus-2QoS.conf");
      TorusSeeds.write(conf, subnet, "sw_2_2_0");
      int cable = subnet.fabric().port(subnet.node(LEAF), 1);
      subnet.unlink(cable);
      int port = subnet.fabric().port(subnet.node("H_4_5_0_0"), 1);
      try (EmbeddedNode node =
          EmbeddedNode.start(folder, subnet.simulator().attach(port), TorusSeeds.settings(conf))) {
        awaitRouting(node, 30);
        List<Integer> before = tables(subnet);

        subnet.relink(cable);
        JsonNode status = awaitRouting(node, 31);
        assertThat(status.path("engine").asText()).isEqualTo("torus-2QoS");
        assertThat(status.path("errors")).isEmpty();
        assertThat(status.path("warnings").toString())
            .contains("2 end ports are not in the torus and get no routes", "has no place");
        assertThat(tables(subnet)).isEqualTo(before);

        subnet.console("down sw_3_3_0");
        assertThat(awaitRouting(node, 30).path("errors")).isEmpty();
        assertThat(tables(subnet)).isNotEqualTo(before);
      }
    }
  }
}
