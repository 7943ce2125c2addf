package io.dateline.it.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node says that the subnet is up only where it is, and why it is not. */
@Timeout(120)
class HonestStatusIT {
  private static final Duration PATIENCE = Duration.ofSeconds(50);

  @TempDir private Path folder;

  private final Simulator simulator =
      new Simulator(new SimulatedFabric(TopologySpec.parse("torus:3x3").generate()));
  private final int own = simulator.call(fabric -> fabric.fabric().endPorts()[10]);
  private final ForeignManager foreign = new ForeignManager(simulator, own);

  private static boolean isUp(JsonNode status) {
    return status.path("subnetUp").asBoolean();
  }

  @Test
  void aSubnetUnderForeignKeysIsNotUpUntilTheyAreGone() throws Exception {
    foreign.protect(18);
    try (simulator;
        EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(own), Map.of())) {
      node.awaitStatus(status -> !status.path("errors").isEmpty());
      JsonNode refused = node.status();
      assertThat(isUp(refused)).isFalse();
      assertThat(refused.path("errors").get(0).asText())
          .contains("18 of 18 end ports refused: wrong M_Key");
      assertThat(node.port().captured())
          .as("Sets beside those that the ports refused")
          .filteredOn(mad -> mad.method() == Mad.SET)
          .extracting(Mad::attributeId)
          .containsOnly(AttributeId.PORT_INFO);

      foreign.release(18);
      JsonNode up = node.awaitQuiet();
      assertThat(up.path("errors")).isEmpty();
      assertThat(up.path("portsNotActive").asInt()).isZero();
    }
  }

  @Test
  void aFewForeignKeysAreAnErrorThatIsTriedAgain() throws Exception {
    foreign.protect(1); // the management port of a switch
    try (simulator;
        EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(own), Map.of())) {
      JsonNode up = node.awaitQuiet();
      assertThat(up.path("errors").toString())
          .contains("1 of 18 end ports refused: wrong M_Key")
          .contains("1 of 9 switches not programmed");

      foreign.release(1);
      node.awaitStatus(status -> isUp(status) && status.path("errors").isEmpty());
    }
  }

  @Test
  void aNodeWhoseCableIsOutIsCutOffUntilItIsBack() throws Exception {
    try (simulator;
        EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(own), Map.of())) {
      node.awaitQuiet();

      assertThat(simulator.<Boolean>call(fabric -> fabric.unlink(own))).isTrue();
      node.awaitStatus(status -> status.path("role").asText().startsWith("cut off"));
      JsonNode cut = node.status();
      assertThat(isUp(cut)).isFalse();
      assertThat(cut.path("errors").get(0).asText()).contains("local port").contains("is down");

      assertThat(simulator.<Boolean>call(fabric -> fabric.relink(own))).isTrue();
      node.awaitStatus(
          status ->
              isUp(status)
                  && status.path("role").asText().equals("master")
                  && status.path("errors").isEmpty()
                  && status.path("portsNotActive").asInt() == 0);
    }
  }

  @Test
  void aNodeThatStartsWithItsCableOutWaitsForIt() throws Exception {
    simulator.execute(fabric -> fabric.unlink(own));
    try (simulator;
        EmbeddedNode node = EmbeddedNode.start(folder, simulator.attach(own), Map.of())) {
      node.awaitStatus(status -> status.path("role").asText().startsWith("cut off"));
      assertThat(isUp(node.status())).isFalse();

      simulator.execute(fabric -> fabric.relink(own));
      assertThat(node.awaitQuiet().path("endPorts").asInt()).isEqualTo(18);
    }
  }

  @Test
  void aNodeWhoseSimulatorIsGoneSaysSoAndStopsInOrder() throws Exception {
    SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
    try (subnet;
        SmNodeProcess node =
            SmNodeProcess.start(folder, subnet.address(), "-Ddateline.subnet.sweep_interval=1s")) {
      node.awaitSubnetUp(PATIENCE);
      subnet.close();
      JsonNode cut =
          node.awaitStatus(
              "cut off", PATIENCE, status -> status.path("role").asText().startsWith("cut off"));
      assertThat(isUp(cut)).isFalse();
      assertThat(cut.path("errors").get(0).asText()).contains("does not answer");

      node.process().destroy();
      assertThat(node.process().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(node.process().exitValue()).isIn(0, 143);
      assertThat(node.log()).doesNotContain("Exception");
    }
  }
}
