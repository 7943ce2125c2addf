package io.dateline.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.BroadcastGroup;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.Hardware;
import io.dateline.it.kit.Reregistrations;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.it.kit.StandInManager;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.manager.SmControl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What others tell a node by Set(SMInfo), and what it tells them (IBA Vol 1, 14.4.1). */
@Timeout(120)
class SmControlIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int DISCOVERING = SmInfo.STATE_DISCOVERING;
  private static final int STANDBY = SmInfo.STATE_STANDBY;
  private static final int MASTER = SmInfo.STATE_MASTER;
  private static final int NOT_ACTIVE = SmInfo.STATE_NOT_ACTIVE;

  @TempDir private Path folder;

  private final Simulator simulator =
      new Simulator(new SimulatedFabric(TopologySpec.parse("torus:3x3").generate()));
  private final int own = endPort(10);
  private final StandInManager other = new StandInManager(simulator, endPort(15));
  private EmbeddedNode node;

  @BeforeEach
  void start() throws Exception {
    node =
        EmbeddedNode.start(
            folder,
            simulator.attach(own),
            Map.of(
                "dateline.subnet.sm_key",
                1,
                "dateline.subnet.sm_priority",
                7,
                "dateline.subnet.sweep_interval",
                "300ms",
                "dateline.subnet.sminfo_polling_timeout",
                "200ms",
                "dateline.subnet.polling_retry_number",
                2));
  }

  @AfterEach
  void stop() {
    node.close();
    other.close();
    simulator.close();
  }

  private int endPort(int index) {
    return simulator.call(simulated -> simulated.fabric().endPorts()[index]);
  }

  private void awaitState(int state) {
    await("state " + state).atMost(PATIENCE).until(() -> other.look(own).smState() == state);
  }

  private LidMap lids() {
    return simulator.call(Hardware::lids);
  }

  private int[] baseLids() {
    LidMap lids = lids();
    return IntStream.of(simulator.call(simulated -> simulated.fabric().endPorts()))
        .map(lids::baseLid)
        .toArray();
  }

  private long[] mKeys() {
    return simulator.call(
        simulated ->
            IntStream.of(simulated.fabric().endPorts())
                .mapToLong(port -> simulated.portInfo(port).mKey())
                .toArray());
  }

  /** The node has handed over to the other one, which is master now. */
  private void handedOver() {
    node.awaitQuiet();
    other.show(STANDBY, 14);
    other.awaitTold(SmControl.HANDOVER);
    other.become(MASTER);
    awaitState(STANDBY);
  }

  @Test
  void shouldHandOverWithOpenPortsAndTakeTheSubnetBack() {
    node.awaitQuiet();
    int[] lids = baseLids();
    assertThat(mKeys()).doesNotContain(0);
    other.show(STANDBY, 14);
    SmInfo offer = other.awaitTold(SmControl.HANDOVER);
    assertThat(offer.smState()).isEqualTo(MASTER);
    assertThat(offer.priority()).isEqualTo(7);
    other.become(MASTER);
    node.awaitStatus(SmNodeProcess::standsBy);
    assertThat(other.look(own).smState()).isEqualTo(STANDBY);
    assertThat(mKeys()).as("whoever comes can write").containsOnly(0);
    assertThat(node.status().path("subnetUp").asBoolean()).isFalse();

    assertThat(other.tell(own, SmControl.HANDOVER)).isZero();
    SmInfo acknowledged = other.awaitTold(SmControl.ACKNOWLEDGE);
    assertThat(acknowledged.smState()).isEqualTo(STANDBY);
    other.show(STANDBY, 1);
    awaitState(MASTER);
    node.awaitQuiet();
    assertThat(baseLids()).isEqualTo(lids);
    assertThat(mKeys()).doesNotContain(0);
    Hardware.assertUp(simulator);
  }

  /** Who has left a group under the other one did not say so here. */
  @Test
  void shouldHaveMembersJoinAgainWhenItHasTheSubnetBack() throws Exception {
    node.awaitQuiet();
    int member = endPort(12);
    int lid = lids().baseLid(member);
    long guid = simulator.call(simulated -> simulated.fabric().portGuid(member));
    assertThat(BroadcastGroup.joinOf(node, lid, guid, 31).status()).isZero();
    handedOver();
    Set<Integer> askedToRegister = Reregistrations.watch(simulator);
    assertThat(other.tell(own, SmControl.HANDOVER)).isZero();
    other.awaitTold(SmControl.ACKNOWLEDGE);
    other.show(STANDBY, 1);
    awaitState(MASTER);
    assertThat(node.awaitQuiet().path("multicastMembers").asInt()).isZero();
    assertThat(askedToRegister).contains(member);
    assertThat(BroadcastGroup.joinOf(node, lid, guid, 32).status()).isZero();
    assertThat(node.status().path("multicastMembers").asInt()).isEqualTo(1);
  }

  @Test
  void shouldManageTheSubnetOnWhereItIsNotTaken() {
    node.awaitQuiet();
    other.answerWith(StandInManager.REFUSED);
    other.show(STANDBY, 14);
    other.awaitTold(SmControl.HANDOVER);
    awaitState(MASTER);
    node.awaitQuiet();
    assertThat(node.status().path("role").asText()).isEqualTo("master");
    assertThat(mKeys()).doesNotContain(0);
    Hardware.assertUp(simulator);
    assertThat(other.told())
        .as("offered once a minute at most")
        .containsOnlyOnce(SmControl.HANDOVER);
  }

  @Test
  void shouldOfferTheSubnetToABetterOneOnceItStandsBy() {
    node.awaitQuiet();
    other.show(DISCOVERING, 14);
    long sweeps = node.status().path("sweeps").asLong();
    node.awaitStatus(status -> status.path("sweeps").asLong() > sweeps);
    assertThat(other.told()).isEmpty();
    other.become(STANDBY);
    other.awaitTold(SmControl.HANDOVER);
  }

  @Test
  void shouldNotHandOverToAWorseOneNorToOneWithAnotherSmKey() {
    node.awaitQuiet();
    other.show(STANDBY, 6);
    long sweeps = node.status().path("sweeps").asLong();
    node.awaitStatus(status -> status.path("sweeps").asLong() > sweeps);
    node.awaitQuiet();
    other.smKey(99);
    other.show(STANDBY, 15);
    long seen = node.port().captured().size();
    await("asked again").atMost(PATIENCE).until(() -> node.port().captured().size() > seen + 40);
    assertThat(other.told()).isEmpty();
    assertThat(other.look(own).smState()).isEqualTo(MASTER);
  }

  @Test
  void shouldKeepOutWhenDisabledUntilToldToStandBy() {
    handedOver();
    assertThat(other.tell(own, SmControl.DISABLE)).isZero();
    awaitState(NOT_ACTIVE);
    node.awaitStatus(status -> status.path("role").asText().startsWith("not active"));
    assertThat(other.tell(own, SmControl.HANDOVER)).isEqualTo(StandInManager.REFUSED);
    assertThat(other.tell(own, SmControl.DISCOVER)).isEqualTo(StandInManager.REFUSED);

    assertThat(other.tell(own, SmControl.STANDBY)).isZero();
    awaitState(STANDBY);
    other.close(); // that one is polled: when it dies, this one takes over
    node.awaitStatus(status -> status.path("role").asText().equals("master"));
    node.awaitQuiet();
    Hardware.assertUp(simulator);
  }

  @Test
  void shouldLookAgainWhenToldToDiscover() {
    handedOver();
    assertThat(other.tell(own, SmControl.DISCOVER)).isZero();
    node.awaitStatus(
        status ->
            status.path("reason").asText().startsWith("DISCOVER")
                || SmNodeProcess.standsBy(status));
    awaitState(STANDBY);
    other.become(NOT_ACTIVE); // whom it polls is master no more: it does not wait for silence
    awaitState(MASTER);
    node.awaitQuiet();
  }

  @Test
  void shouldRefuseWhatHasNoPlace() {
    node.awaitQuiet();
    other.become(MASTER);
    for (SmControl control : SmControl.values()) {
      if (control != SmControl.HANDOVER) {
        assertThat(other.tell(own, control))
            .as("%s to a master", control)
            .isEqualTo(StandInManager.REFUSED);
      }
    }
    other.become(STANDBY);
    assertThat(other.tell(own, SmControl.HANDOVER))
        .as("of a standby")
        .isEqualTo(StandInManager.REFUSED);
    other.become(MASTER);
    other.smKey(99);
    assertThat(other.tell(own, SmControl.HANDOVER))
        .as("wrong SM_Key")
        .isEqualTo(StandInManager.REFUSED);
    assertThat(other.look(own).smState()).isEqualTo(MASTER);
  }

  @Test
  void shouldWaitForTheHandoverOfAWorseMaster() {
    node.awaitQuiet();
    other.show(MASTER, 3);
    node.awaitStatus(status -> status.path("role").asText().startsWith("master: waits"));
    assertThat(other.told()).isEmpty();
    assertThat(other.tell(own, SmControl.HANDOVER)).isZero();
    other.become(STANDBY);
    node.awaitStatus(status -> status.path("role").asText().equals("master"));
    node.awaitQuiet();
    assertThat(other.look(own).smState()).isEqualTo(MASTER);
  }
}
