package io.dateline.sm.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two switches with a host each: port 1 leads to the other switch, port 2 to the host. */
class LanePlannerTest {
  private Fabric fabric;
  private byte[][] portInfo;
  private int toSwitch;
  private int toHost;
  private int host;
  private int lanesCode = 4;

  @BeforeEach
  void setUp() {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft left = builder.node(NodeType.SWITCH, 0x100, 3);
    Fabric.NodeDraft right = builder.node(NodeType.SWITCH, 0x101, 3);
    Fabric.NodeDraft ca = builder.node(NodeType.CA, 0x200, 1);
    builder.link(left, 1, right, 1, LinkWidth.X4, LinkSpeed.EDR);
    fabric = builder.link(left, 2, ca, 1, LinkWidth.X4, LinkSpeed.EDR).build();
    toSwitch = fabric.port(0, 1);
    toHost = fabric.port(0, 2);
    host = fabric.port(2, 1);
    portInfo = new byte[fabric.portCount()][];
    for (int port = 0; port < portInfo.length; port++) {
      portInfo[port] =
          new PortInfo()
              .portState(fabric.peer(port) == Fabric.NONE ? PortState.DOWN : PortState.INIT)
              .vlCap(4)
              .vlArbitrationLowCap(8)
              .vlArbitrationHighCap(4)
              .capabilityMask(CapabilityMask.IS_SL_MAPPING_SUPPORTED)
              .bytes();
    }
  }

  private LanePlanner planner(SlToVl lanes, String settings) {
    return planner(lanes, QosSamples.read(settings));
  }

  private LanePlanner planner(SlToVl lanes, QosSettings settings) {
    return planner(lanes, PathSl.ZERO, settings);
  }

  private LanePlanner planner(SlToVl lanes, PathSl levels, QosSettings settings) {
    ForwardingTables tables = new ForwardingTables(2, 3);
    return new LanePlanner(
        fabric,
        portInfo,
        port -> lanesCode,
        new Routing("test", tables, lanes, levels, 1),
        settings);
  }

  private static String hex(byte[] bytes, int from, int to) {
    return HexFormat.of().formatHex(bytes, from, to);
  }

  @Test
  void shouldProgramNothingUnlessItIsAskedFor() {
    LanePlanner planner = planner((node, in, out, sl) -> 1, QosSamples.OFF);

    assertThat(planner.slToVl(toSwitch)).isNull();
    assertThat(planner.vlArbitration(toSwitch)).isNull();
    assertThat(planner.warnings()).isEmpty();
  }

  @Test
  void shouldGiveEveryInputOfAPortItsRowOfTheRouting() {
    LanePlanner planner = planner((node, in, out, sl) -> in == 2 ? 4 + out : sl % 4, "");

    byte[] rows = planner.slToVl(toSwitch);
    assertThat(rows).hasSize(4 * 8);
    assertThat(hex(rows, 0, 8)).isEqualTo("0123012301230123");
    assertThat(hex(rows, 16, 24)).isEqualTo("5555555555555555");
    assertThat(hex(planner.slToVl(toHost), 16, 24)).isEqualTo("6666666666666666");
    assertThat(hex(planner.slToVl(host), 0, 8)).isEqualTo("0123012301230123");
    assertThat(planner.slToVl(host)).hasSize(8);
  }

  @Test
  void shouldCutOffLanesThatALinkDoesNotHaveButKeepTheOneThatDrops() {
    lanesCode = 3;
    LanePlanner planner = planner((node, in, out, sl) -> sl == 3 ? 15 : sl, "");

    assertThat(hex(planner.slToVl(toSwitch), 0, 8)).isEqualTo("012f01230123012f");
  }

  @Test
  void shouldGiveAnEngineThatDoesNotCareTheConfiguredMaps() {
    LanePlanner planner =
        planner(SlToVl.IDENTITY, "qos_ca_sl2vl = \"7,6,5,4,3,2,1,0,0,0,0,0,0,0,0,15\"");

    assertThat(hex(planner.slToVl(toSwitch), 8, 16)).isEqualTo("0123456701234567");
    assertThat(hex(planner.slToVl(host), 0, 8)).isEqualTo("765432100000000f");
    assertThat(planner.warnings()).isEmpty();
  }

  /** A layer is a lane everywhere, whatever is configured. */
  @Test
  void shouldGiveEveryLayerItsLane() {
    LanePlanner planner =
        planner(
            SlToVl.IDENTITY,
            (source, destination) -> destination % 4,
            QosSamples.read("qos_swe_sl2vl = \"7,6,5,4,3,2,1,0,0,0,0,0,0,0,0,15\""));

    assertThat(hex(planner.slToVl(toSwitch), 8, 16)).isEqualTo("012345670123456f");
    assertThat(planner.warnings())
        .containsExactly(
            "test makes the SL2VL maps of qos_swe ports itself; qos_swe_sl2vl is ignored");
  }

  @Test
  void shouldLeavePortsAloneThatAreDownOrHaveNoMaps() {
    LanePlanner planner = planner(SlToVl.IDENTITY, "");
    assertThat(planner.slToVl(fabric.port(0, 3))).as("down").isNull();
    assertThat(planner.slToVl(fabric.port(0, 0))).as("base port 0").isNull();

    portInfo[fabric.port(0, 0)] = new PortInfo().bytes();
    portInfo[host] = new PortInfo().portState(PortState.INIT).vlCap(1).bytes();
    assertThat(planner.slToVl(toSwitch)).isNull();
    assertThat(planner.slToVl(host)).isNull();
    assertThat(planner.vlArbitration(host)).as("one lane").isNull();
  }

  /** Port 3 of the switch is down. */
  @Test
  void shouldSayNothingOfInputsThatAreDown() {
    LanePlanner planner = planner((node, in, out, sl) -> in, "");

    byte[] rows = planner.slToVl(toSwitch);
    assertThat(hex(rows, 24, 32)).isEqualTo("ffffffffffffffff");
    assertThat(LanePlanner.isUntold(rows, 3)).isTrue();
    assertThat(planner.takesPackets(0, 3)).isFalse();
    for (int input = 0; input < 3; input++) {
      assertThat(LanePlanner.isUntold(rows, input)).as("input %d", input).isFalse();
      assertThat(planner.takesPackets(0, input)).as("input %d", input).isTrue();
    }

    portInfo[fabric.port(0, 3)] = null;
    assertThat(hex(planner.slToVl(toSwitch), 24, 32)).as("unread").isEqualTo("3333333333333333");
  }

  @Test
  void shouldFillTheEntriesThatAPortHas() {
    lanesCode = 3;
    LanePlanner planner =
        planner(SlToVl.IDENTITY, "qos_vlarb_low = \"0:1,1:2,2:3,3:4,4:5,5:6,6:7,7:8,8:9\"");

    byte[] blocks = planner.vlArbitration(toSwitch);
    assertThat(hex(blocks, 0, 20)).isEqualTo("0001010202030304000501060207030800000000");
    assertThat(hex(blocks, 128, 138)).isEqualTo("00040100020003000000");
    assertThat(planner.entries(toSwitch, 1)).isEqualTo(8);
    assertThat(planner.entries(toSwitch, 2)).isZero();
    assertThat(planner.entries(toSwitch, 3)).isEqualTo(4);
  }

  /** Four lanes a level between switches are one at the host. */
  @Test
  void shouldShapeTheArbitrationTowardsHostsForAnEngineWithLanesOfItsOwn() {
    LanePlanner planner =
        planner((node, in, out, sl) -> sl & 7, "qos_swe_vlarb_low = \"0:1,1:2,2:3,3:4,4:5\"");

    assertThat(hex(planner.vlArbitration(toSwitch), 0, 10)).isEqualTo("00010102020303040405");
    assertThat(hex(planner.vlArbitration(toHost), 0, 10)).isEqualTo("00010105000000000000");
    assertThat(planner.warnings()).isNotEmpty();
  }
}
