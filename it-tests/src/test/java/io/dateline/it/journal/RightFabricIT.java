package io.dateline.it.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.persistence.journal.H2Server;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.node.NodeDiedException;
import io.dateline.sm.node.NodeUnfitException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node whose port is not in the subnet that its journal is of writes to neither. */
@Timeout(300)
class RightFabricIT {
  @TempDir private Path folder;

  private static Simulator simulator(Fabric fabric) {
    return new Simulator(new SimulatedFabric(fabric));
  }

  private static boolean isUntouched(Simulator simulator) {
    return simulator.call(
        simulated ->
            Arrays.stream(simulated.fabric().endPorts())
                .allMatch(
                    port -> simulated.lid(port) == 0 && simulated.portInfo(port).mKey() == 0));
  }

  @Test
  void shouldRefuseAnotherFabricAloneUntilItIsToldThatItIsNew() throws Exception {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    int adapter = fabric.switchCount();
    Fabric other = OtherFabric.like(fabric, Set.of(adapter));
    Map<String, String> sameJournal;
    try (Simulator simulator = simulator(fabric);
        EmbeddedNode node =
            EmbeddedNode.start(folder, simulator.attach(fabric.port(adapter, 1)), Map.of())) {
      node.awaitQuiet();
      sameJournal = node.sameJournal();
    }
    try (Simulator simulator = simulator(other)) {
      int port = other.port(adapter, 1);
      try (EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(port), sameJournal)) {
        assertThatThrownBy(node.running()::awaitTermination)
            .isInstanceOf(NodeUnfitException.class)
            .hasMessageContaining("this port sees 9 switches (0x0000000050200000, ")
            .hasMessageContaining("none of the 9 switches (0x0000000000200000, ")
            .hasMessageContaining("dateline.subnet.new_fabric = true");
      }
      assertThat(isUntouched(simulator)).isTrue();

      Map<String, String> told = new HashMap<>(sameJournal);
      told.put("dateline.subnet.new_fabric", "true");
      try (EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(port), told)) {
        assertThat(node.awaitQuiet().path("switches").asInt()).isEqualTo(9);
      }
      // Now the journal knows it.
      try (EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(port), sameJournal)) {
        node.awaitQuiet();
      }
    }
  }

  @Test
  void shouldNameBothPrefixesWhereTheJournalIsOfAnotherSubnet() throws Exception {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    int port = fabric.port(fabric.switchCount(), 1);
    try (Simulator simulator = simulator(fabric)) {
      EmbeddedNode first = EmbeddedNode.start(folder, simulator.attach(port), Map.of());
      try (first) {
        first.awaitQuiet();
      }
      Map<String, String> other = new HashMap<>(first.sameJournal());
      other.put("dateline.subnet.subnet_prefix", "0xfec0000000000007");
      try (EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(port), other)) {
        assertThatThrownBy(node.running()::awaitTermination)
            .isInstanceOf(NodeUnfitException.class)
            .hasMessageContaining("subnet_prefix is 0xfec0000000000007")
            .hasMessageContaining("the subnet 0xfe80000000000000");
        assertThat(first.journaledEvents("subnet|fe80")).isPositive();
        assertThat(first.journaledEvents("subnet|fec0")).isZero();
      }
    }
  }

  @Test
  void shouldLeaveTheSubnetToOthersWhereAStandbyIsInAnotherFabric() throws Exception {
    try (H2Server journal = SmCluster.serveJournal(folder);
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmCluster cluster =
            SmCluster.start(folder, subnet, 3, SmCluster.patient(journal.settings()))) {
      cluster.awaitQuiet(Duration.ofMinutes(1));
      int master = cluster.master().getAsInt();
      int moved = (master + 1) % 3;
      int third = (master + 2) % 3;
      cluster.kill(moved);
      Fabric other =
          OtherFabric.like(subnet.fabric(), Set.of(subnet.fabric().switchCount() + moved));
      try (Simulator elsewhere = simulator(other);
          EmbeddedNode node =
              EmbeddedNode.start(
                  folder, elsewhere.attach(cluster.port(moved)), cluster.settingsOf(moved))) {
        String why =
            node.awaitStatus(status -> status.path("notReady").asText().contains("none of the 9"))
                .path("notReady")
                .asText();
        assertThat(why).startsWith("this port sees 9 switches");
        assertThat(node.status().path("ready").asBoolean()).isFalse();
        int mask =
            elsewhere.call(simulated -> simulated.portInfo(cluster.port(moved)).capabilityMask());
        assertThat(mask & CapabilityMask.IS_SM).as("IsSM elsewhere").isZero();

        cluster.kill(third);
        cluster.kill(master); // now it is the oldest
        assertThatThrownBy(node.running()::awaitTermination)
            .isInstanceOf(NodeDiedException.class)
            .hasMessageContaining("none of the 9 switches");
        assertThat(isUntouched(elsewhere)).isTrue();
      }
    }
  }
}
