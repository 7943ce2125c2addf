package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.Hardware;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A channel adapter with two ports, both on this subnet, at different switches. */
class TwoPortAdapterIT {
  private static final String TOPOLOGY =
      """
      switchguid=0x200(200)
      Switch 4 "S-0000000000000200" # "A" base port 0 lid 0 lmc 0
      [1] "S-0000000000000201"[2] # "B" lid 0 4xEDR
      [3] "H-0000000000000100"[1](101) # "two ports" lid 0 4xEDR

      switchguid=0x201(201)
      Switch 4 "S-0000000000000201" # "B" base port 0 lid 0 lmc 0
      [2] "S-0000000000000200"[1] # "A" lid 0 4xEDR
      [3] "H-0000000000000100"[2](102) # "two ports" lid 0 4xEDR
      [4] "H-0000000000000110"[1](111) # "one port" lid 0 4xEDR

      caguid=0x100
      Ca 2 "H-0000000000000100" # "two ports"
      [1](101) "S-0000000000000200"[3] # lid 0 lmc 0 "A" lid 0 4xEDR
      [2](102) "S-0000000000000201"[3] # lid 0 lmc 0 "B" lid 0 4xEDR

      caguid=0x110
      Ca 1 "H-0000000000000110" # "one port"
      [1](111) "S-0000000000000201"[4] # lid 0 lmc 0 "B" lid 0 4xEDR
      """;

  @TempDir private Path folder;

  private static Simulator simulator() throws IOException {
    return new Simulator(
        new SimulatedFabric(TopologyReader.read("two ports", new StringReader(TOPOLOGY))));
  }

  private static int port(Simulator simulator, long portGuid) {
    return simulator.call(simulated -> simulated.fabric().endPortByGuid(portGuid));
  }

  /** Whichever port the manager sits at: its own other one, or two of a stranger's. */
  @ParameterizedTest
  @CsvSource({"0x101, 0", "0x102, 0", "0x111, 0", "0x101, 1", "0x111, 3"})
  void shouldManageBothPortsLikeThoseOfTwoAdapters(String at, int lmc) throws Exception {
    try (Simulator simulator = simulator();
        EmbeddedNode node =
            EmbeddedNode.start(
                folder,
                simulator.attach(port(simulator, Long.decode(at))),
                Map.of("dateline.subnet.lmc", lmc))) {
      JsonNode status = node.awaitQuiet();
      assertThat(status.path("warnings")).isEmpty();
      assertThat(status.path("channelAdapters").asInt()).isEqualTo(2);
      assertThat(status.path("links").asInt()).isEqualTo(4);
      assertThat(status.path("endPorts").asInt()).isEqualTo(5);
      Hardware.assertUp(simulator);
      LidMap lids = simulator.call(Hardware::lids);
      int first = lids.baseLid(port(simulator, 0x101));
      int second = lids.baseLid(port(simulator, 0x102));
      assertThat(first).isNotEqualTo(second);
      assertThat(node.askForPath(first, second).status()).isZero();
      assertThat(node.askForPath(second, first).status()).isZero();
    }
  }

  @Test
  void shouldGoOnWithOnePortWhenTheOtherIsUnplugged() throws Exception {
    try (Simulator simulator = simulator();
        EmbeddedNode node =
            EmbeddedNode.start(folder, simulator.attach(port(simulator, 0x111)), Map.of())) {
      node.awaitQuiet();
      LidMap before = simulator.call(Hardware::lids);
      int second = port(simulator, 0x102);

      simulator.call(simulated -> simulated.unlink(second));
      node.awaitStatus(status -> status.path("endPorts").asInt() == 4);
      assertThat(node.awaitQuiet().path("warnings")).isEmpty();
      int first = before.baseLid(port(simulator, 0x101));
      assertThat(node.askForPath(first, 1).status()).isZero();

      simulator.call(simulated -> simulated.relink(second));
      node.awaitStatus(status -> status.path("endPorts").asInt() == 5);
      assertThat(node.awaitQuiet().path("warnings")).isEmpty();
      Hardware.assertUp(simulator);
      LidMap after = simulator.call(Hardware::lids);
      Fabric fabric = simulator.call(SimulatedFabric::fabric);
      for (int port : fabric.endPorts()) {
        assertThat(after.baseLid(port)).isEqualTo(before.baseLid(port));
      }
    }
  }
}
