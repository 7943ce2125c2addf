package io.dateline.sm.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.lane.QosSamples;
import io.dateline.sm.lane.QosSettings;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One host on one switch: port 1 of each. */
class PortPlannerTest {
  private static final TermKeys KEYS = TermKeys.random();
  private static final PortSettings SETTINGS = settings(QosSamples.OFF);

  private static PortSettings settings(QosSettings qos) {
    return new PortSettings(0xfe80_0000_0000_0000L, KEYS, 60, 1, 18, 5, 7, 0x12, 0x10, qos);
  }

  private Fabric fabric;
  private int switchPort0;
  private int switchPort1;
  private int hostPort;
  private Attributes attributes;

  @BeforeEach
  void setUp() {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft middle = builder.node(NodeType.SWITCH, 0x100, 2);
    Fabric.NodeDraft host = builder.node(NodeType.CA, 0x200, 1);
    fabric = builder.link(middle, 1, host, 1, LinkWidth.X4, LinkSpeed.EDR).build();
    switchPort0 = fabric.port(0, 0);
    switchPort1 = fabric.port(0, 1);
    hostPort = fabric.port(1, 1);
    attributes = Attributes.unread(fabric);
    read(switchPort0, new PortInfo().portState(PortState.ACTIVE).mtuCap(4));
    read(switchPort1, new PortInfo().portState(PortState.INIT).mtuCap(5).vlCap(4).neighborMtu(1));
    read(
        hostPort,
        new PortInfo()
            .portState(PortState.INIT)
            .mtuCap(4)
            .vlCap(2)
            .capabilityMask(CapabilityMask.IS_CLIENT_REREGISTRATION_SUPPORTED));
  }

  private void read(int port, PortInfo info) {
    attributes.portInfo()[port] = info.bytes();
  }

  private PortPlanner planner() {
    return planner(SETTINGS);
  }

  private PortPlanner planner(PortSettings settings) {
    LidMap lids =
        new LidMap.Builder(fabric).assign(hostPort, 1, 0).assign(switchPort0, 2, 0).build();
    return new PortPlanner(fabric, lids, attributes, settings, hostPort);
  }

  /** What others have set there stays without -Q. */
  @Test
  void shouldSetTheHighLimitOfArbitrationOnlyWhereLanesAreProgrammed() {
    attributes.portInfo()[hostPort] =
        PortInfo.of(attributes.portInfo()[hostPort]).vlHighLimit(9).bytes();

    assertThat(PortInfo.of(planner().endPort(hostPort, false)).vlHighLimit()).isEqualTo(9);
    PortPlanner programming =
        planner(settings(QosSamples.read("qos_high_limit = 3, qos_swe_high_limit = 4")));
    assertThat(PortInfo.of(programming.endPort(hostPort, false)).vlHighLimit()).isEqualTo(3);
    assertThat(PortInfo.of(programming.switchPort(switchPort1, Optional.empty())).vlHighLimit())
        .isEqualTo(4);
  }

  @Test
  void shouldKnowTheLanesThatBothEndsOfACableHave() {
    assertThat(planner().operationalVls(hostPort)).isEqualTo(2);
    assertThat(planner().operationalVls(switchPort1)).isEqualTo(2);
  }

  @Test
  void shouldGiveAnEndPortItsAddressesKeysAndTheLesserOfBothEnds() {
    PortInfo set = PortInfo.of(planner().endPort(hostPort, false));

    assertThat(set.lid()).isEqualTo(1);
    assertThat(set.masterSmLid()).isEqualTo(1);
    assertThat(set.gidPrefix()).isEqualTo(SETTINGS.subnetPrefix());
    assertThat(set.mKey()).isEqualTo(KEYS.of(fabric.portGuid(hostPort)));
    assertThat(PortInfo.of(planner().endPort(switchPort0, false)).mKey())
        .isEqualTo(KEYS.of(fabric.portGuid(switchPort0)))
        .isNotEqualTo(set.mKey());
    assertThat(set.mKeyProtectBits()).isEqualTo(1);
    assertThat(set.mKeyLeasePeriod()).isEqualTo(60);
    assertThat(set.neighborMtu()).isEqualTo(4);
    assertThat(set.operationalVls()).isEqualTo(2);
    assertThat(set.portState()).as("no change").isZero();
    assertThat(set.clientReregister()).as("its LID is new").isTrue();
  }

  @Test
  void shouldSendNothingToAPortThatHasItAll() {
    byte[] set = planner().endPort(hostPort, false);
    read(hostPort, PortInfo.of(set.clone()).clientReregister(false).portState(PortState.ACTIVE));

    assertThat(planner().endPort(hostPort, false)).isNull();
  }

  @Test
  void shouldAskAPortToRegisterThatHasItAllAndIsNotKnown() {
    byte[] set = planner().endPort(hostPort, false);
    read(hostPort, PortInfo.of(set.clone()).clientReregister(false).portState(PortState.ACTIVE));

    PortInfo asking = PortInfo.of(planner().endPort(hostPort, true));
    assertThat(asking.clientReregister()).isTrue();
    assertThat(asking.portState()).as("no change").isZero();
    read(hostPort, PortInfo.of(set.clone()).clientReregister(false).capabilityMask(0));
    assertThat(planner().endPort(hostPort, true)).as("it cannot").isNull();
  }

  @Test
  void shouldNotAskAPortToRegisterForAnotherMaster() {
    byte[] set = planner().endPort(hostPort, false);
    read(
        hostPort,
        PortInfo.of(set.clone())
            .clientReregister(false)
            .masterSmLid(7)
            .portState(PortState.ACTIVE));

    PortInfo moved = PortInfo.of(planner().endPort(hostPort, false));
    assertThat(moved.masterSmLid()).isEqualTo(1);
    assertThat(moved.clientReregister()).isFalse();
  }

  /** IBA Vol 1, 14.2.5.6: what a base port 0 keeps of a Set. */
  @Test
  void shouldAskNothingOfABasePort0ThatOnlyALinkHas() {
    PortInfo set = PortInfo.of(planner().endPort(switchPort0, false));
    assertThat(set.lid()).isEqualTo(2);
    PortInfo kept =
        PortInfo.of(set.bytes().clone())
            .portState(PortState.ACTIVE)
            .localPhyErrors(0)
            .overrunErrors(0)
            .linkDownDefaultState(0);
    read(switchPort0, kept);

    assertThat(planner().endPort(switchPort0, false)).isNull();
  }

  @Test
  void shouldArmALinkInTheSetThatGivesItsLanes() {
    PortInfo set = PortInfo.of(planner().switchPort(switchPort1, Optional.empty()));

    assertThat(set.portState()).isEqualTo(PortState.ARMED);
    assertThat(set.neighborMtu()).isEqualTo(4);
    assertThat(set.operationalVls()).isEqualTo(2);
    assertThat(set.hoqLife()).as("towards an end node").isEqualTo(0x10);
  }

  @Test
  void shouldTrainALinkAnewWhenItsLanesHaveToChangeInUse() {
    read(
        switchPort1,
        new PortInfo()
            .portState(PortState.ACTIVE)
            .mtuCap(5)
            .vlCap(4)
            .neighborMtu(5)
            .operationalVls(4));

    assertThat(PortInfo.of(planner().switchPort(switchPort1, Optional.empty())).portState())
        .isEqualTo(PortState.DOWN);
  }

  @Test
  void shouldAdvanceOnlyPortsInTheStateAskedFor() {
    assertThat(planner().advance(hostPort, PortState.ARMED)).isNull();
    assertThat(PortInfo.of(planner().advance(hostPort, PortState.INIT)).portState())
        .isEqualTo(PortState.ARMED);
    assertThat(planner().advance(fabric.port(0, 2), PortState.INIT)).as("no cable").isNull();
  }
}
