package io.dateline.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.StandInManager;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.manager.SmControl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Subnet managers whose GUID is not to be, or is not theirs; they know the SM_Key. */
@Timeout(120)
class AllowedManagersIT {
  private static final int BEST = 15; // priority

  @TempDir private Path folder;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final int own = fabric.endPorts()[10];
  private final int host = fabric.endPorts()[15];
  private final StandInManager other = new StandInManager(simulator, host);
  private EmbeddedNode node;

  @AfterEach
  void stop() {
    node.close();
    other.close();
    simulator.close();
  }

  private void start(String allowed) throws IOException {
    Map<String, Object> settings = new HashMap<>();
    settings.put("dateline.subnet.sm_key", 1);
    settings.put("dateline.subnet.sm_priority", 7);
    settings.put("dateline.subnet.sweep_interval", "300ms");
    settings.put("dateline.subnet.allowed_sm_guids", allowed);
    node = EmbeddedNode.start(folder, simulator.attach(own), settings);
  }

  private String guid(int port) {
    return Guid.format(fabric.portGuid(port));
  }

  private String name(int port) {
    return fabric.description(fabric.nodeOf(port)) + " port " + fabric.portNumber(port);
  }

  private JsonNode awaitWarning(String part) {
    return node.awaitStatus(
        status ->
            status.path("phase").asText().equals("IDLE")
                && status.path("warnings").toString().contains(part));
  }

  private void awaitViolation(String what) {
    node.awaitStatus(
        status -> {
          for (JsonNode seen : status.path("violations")) {
            if (seen.path("kind").asText().equals("SM_GUID")
                && seen.path("port").asText().contains(name(host))
                && seen.path("told").asText().contains(what)) {
              return true;
            }
          }
          return false;
        });
  }

  private void assertMaster() {
    assertThat(other.look(own).smState()).isEqualTo(SmInfo.STATE_MASTER);
    assertThat(node.status().path("subnetUp").asBoolean()).isTrue();
  }

  @Test
  void shouldHandOverToOneThatIsAllowed() throws Exception {
    start(guid(host));
    node.awaitQuiet();
    other.show(SmInfo.STATE_STANDBY, BEST);
    assertThat(other.awaitTold(SmControl.HANDOVER).priority()).isEqualTo(7);
  }

  @Test
  void shouldIgnoreOneThatIsNot() throws Exception {
    start(guid(fabric.endPorts()[12]));
    node.awaitQuiet();
    other.show(SmInfo.STATE_STANDBY, BEST);
    awaitWarning("%s is ignored: allowed_sm_guids does not list its port".formatted(name(host)));
    other.become(SmInfo.STATE_MASTER);
    other.showAgain();
    long sweeps = node.awaitQuiet().path("sweeps").asLong();
    node.awaitStatus(status -> status.path("lightSweeps").asLong() >= 5);
    assertThat(other.told()).isEmpty();
    assertThat(other.tell(own, SmControl.HANDOVER)).isEqualTo(StandInManager.REFUSED);
    awaitViolation("which allowed_sm_guids does not list");
    assertMaster();
    assertThat(sweeps).isPositive();
  }

  /** A master is there before this node, which is no reason to stand by. */
  @Test
  void shouldIgnoreAMasterThatIsNot() throws Exception {
    other.show(SmInfo.STATE_MASTER, BEST);
    start(guid(fabric.endPorts()[12]));
    node.awaitQuiet();
    assertMaster();
    assertThat(other.told()).isEmpty();
  }

  @Test
  void shouldObeyNoOrderThatComesFromAnotherPort() throws Exception {
    int allowed = fabric.endPorts()[12];
    start(guid(allowed));
    node.awaitQuiet();
    long sweeps = node.awaitQuiet().path("sweeps").asLong();
    other.claim(fabric.portGuid(allowed));
    other.become(SmInfo.STATE_MASTER);
    other.tell(own, SmControl.HANDOVER);
    awaitViolation("as if from " + guid(allowed));
    assertThat(node.awaitQuiet().path("sweeps").asLong()).isEqualTo(sweeps);
    assertMaster();
  }

  /** A host that says it is a master of top priority, at the port of another one. */
  @Test
  void shouldNotBelieveAGuidThatIsNotThePorts() throws Exception {
    other.claim(fabric.portGuid(fabric.endPorts()[12]));
    other.show(SmInfo.STATE_MASTER, BEST);
    start("");
    node.awaitQuiet();
    awaitWarning(name(host) + " answers SMInfo with the GUID of another port: it is ignored");
    awaitViolation("answers SMInfo with the GUID of another port");
    assertMaster();
    assertThat(other.told()).isEmpty();
  }

  /** Nor one that says it is this node. */
  @Test
  void shouldNotBelieveOneThatSaysItIsThisNode() throws Exception {
    start("");
    node.awaitQuiet();
    other.claim(fabric.portGuid(own));
    other.show(SmInfo.STATE_MASTER, BEST);
    awaitViolation("answers SMInfo with the GUID of another port");
    node.awaitQuiet();
    assertMaster();
    assertThat(other.told()).isEmpty();
  }
}
