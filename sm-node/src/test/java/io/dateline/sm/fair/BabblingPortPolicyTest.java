package io.dateline.sm.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sm.fair.BabblingPortPolicy.Ruling;
import io.dateline.sm.sa.SubnetViewBuilder;
import io.dateline.sm.subnet.SubnetView;
import io.dateline.sm.subnet.SubnetView.ManagerInfo;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two switches, a host at one of them, a host at both, a router, and two hosts without a switch:
 *
 * <pre>
 *   host 0x100 --3 switch 0x10 2--1 switch 0x11 3--2 host 0x200
 *   router 0x400 --5         4--1 host 0x200
 *   host 0x500 -- host 0x600
 * </pre>
 */
class BabblingPortPolicyTest {
  private final SubnetView view = SubnetViewBuilder.of(fabric()).build();
  private final Fabric fabric = view.fabric();

  private static Fabric fabric() {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft near = builder.node(NodeType.SWITCH, 0x10, 6);
    Fabric.NodeDraft far = builder.node(NodeType.SWITCH, 0x11, 6);
    Fabric.NodeDraft both = builder.node(NodeType.CA, 0x200, 2);
    link(builder, near, 2, far, 1);
    link(builder, near, 3, builder.node(NodeType.CA, 0x100, 1), 1);
    link(builder, near, 4, both, 1);
    link(builder, far, 3, both, 2);
    link(builder, near, 5, builder.node(NodeType.ROUTER, 0x400, 1), 1);
    link(builder, builder.node(NodeType.CA, 0x500, 1), 1, builder.node(NodeType.CA, 0x600, 1), 1);
    return builder.build();
  }

  private static void link(
      Fabric.Builder builder, Fabric.NodeDraft a, int aNumber, Fabric.NodeDraft b, int bNumber) {
    builder.link(a, aNumber, b, bNumber, LinkWidth.X4, LinkSpeed.EDR);
  }

  private int port(long nodeGuid, int number) {
    return fabric.port(fabric.nodeByGuid(nodeGuid), number);
  }

  private Ruling rule(long nodeGuid, int number, int named) {
    int lid = view.lids().baseLid(port(nodeGuid, number));
    return BabblingPortPolicy.rule(view, lid, named, guid -> false);
  }

  private static String reason(Ruling ruling) {
    return ((Ruling.Spare) ruling).reason();
  }

  @Test
  void shouldDisableThePortThatABabblingHostIsAt() {
    assertThat(rule(0x100, 1, 0)).isEqualTo(new Ruling.Disable(port(0x10, 3), port(0x100, 1)));
    assertThat(rule(0x200, 2, 0)).isEqualTo(new Ruling.Disable(port(0x11, 3), port(0x200, 2)));
  }

  @Test
  void shouldNotDisableAnotherPortThatAHostNames() {
    assertThat(rule(0x100, 1, 2)).isEqualTo(new Ruling.Disable(port(0x10, 3), port(0x100, 1)));
  }

  @Test
  void shouldDisableAHostsPortThatItsSwitchNames() {
    assertThat(rule(0x10, 0, 4)).isEqualTo(new Ruling.Disable(port(0x10, 4), port(0x200, 1)));
  }

  @ParameterizedTest
  @CsvSource({
    "0x10, 0, 0, name no port",
    "0x10, 0, 7, name no port",
    "0x10, 0, 6, nothing is known at port 6",
    "0x10, 0, 2, another switch or a router",
    "0x10, 0, 5, another switch or a router",
    "0x400, 1, 0, another switch or a router",
    "0x500, 1, 0, at no switch"
  })
  void shouldSpareWhatIsNotAHostsCableToASwitch(
      String node, int number, int named, String expected) {
    assertThat(reason(rule(Long.decode(node), number, named))).contains(expected);
  }

  @Test
  void shouldSpareWhatItDoesNotKnow() {
    assertThat(reason(BabblingPortPolicy.rule(null, 5, 0, guid -> false))).contains("LID 5");
    assertThat(reason(BabblingPortPolicy.rule(view, 999, 0, guid -> false))).contains("LID 999");
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void shouldSpareAllPortsOfAHostWhereANodeOfTheClusterIs(int number) {
    long own = fabric.portGuid(port(0x200, 1));
    int lid = view.lids().baseLid(port(0x200, number));

    assertThat(reason(BabblingPortPolicy.rule(view, lid, 0, guid -> guid == own)))
        .contains("subnet manager");
    int switchLid = view.lids().baseLid(port(0x10, 0));
    assertThat(reason(BabblingPortPolicy.rule(view, switchLid, 4, guid -> guid == own)))
        .as("named by its switch")
        .contains("subnet manager");
  }

  @Test
  void shouldSpareAHostThatSaysThatASubnetManagerIsThere() {
    PortInfo.of(view.attributes().portInfo()[port(0x200, 2)]).capabilityMask(CapabilityMask.IS_SM);
    assertThat(reason(rule(0x200, 1, 0))).contains("subnet manager");
  }

  @Test
  void shouldSpareAHostWhereASubnetManagerWasFound() {
    SubnetView managed =
        new SubnetView(
            1,
            fabric,
            view.lids(),
            view.routing(),
            view.attributes(),
            view.subnetPrefix(),
            view.subnetTimeoutCode(),
            view.policy(),
            view.partitionSls(),
            List.of(new ManagerInfo(port(0x100, 1), new byte[64])),
            view.multicast());
    int lid = view.lids().baseLid(port(0x100, 1));
    assertThat(reason(BabblingPortPolicy.rule(managed, lid, 0, guid -> false)))
        .contains("subnet manager");
  }
}
