package io.dateline.mad.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * Bytes that ibsim 0.10 answered (smpdump) after OpenSM 3.3.23 had brought its two switches up, and
 * what smpquery of infiniband-diags 44 printed for them.
 */
class CapturedAttributesTest {
  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
  }

  @Test
  void shouldReadNodeInfoAsSmpqueryDoes() {
    NodeInfo node =
        NodeInfo.of(
            hex(
                """
                0101 0102 0000 0000 0010 0000 0000 0000
                0010 0000 0000 0000 0010 0001 0040 0000
                0000 00a1 0100 0000 0000 0000 0000 0000
                """));

    assertThat(node)
        .hasToString(
            "NodeInfo[baseVersion=1 classVersion=1 nodeType=1 numPorts=2"
                + " systemImageGuid=0x0000000000100000 nodeGuid=0x0000000000100000"
                + " portGuid=0x0000000000100001 partitionCap=64 deviceId=0x0000"
                + " revision=0x000000a1 localPortNum=1 vendorId=0x000000]");
  }

  @Test
  void shouldReadNodeDescription() {
    byte[] description = new byte[64];
    byte[] text = hex("482d 3030 3030 3030 3030 3030 3230 3030 3030");
    System.arraycopy(text, 0, description, 0, text.length);

    assertThat(NodeDescription.of(description).nodeString()).isEqualTo("H-0000000000200000");
    assertThat(new NodeDescription().nodeString("H-0000000000200000").bytes())
        .isEqualTo(description);
  }

  @Test
  void shouldReadSwitchInfoAsSmpqueryDoes() {
    SwitchInfo info =
        SwitchInfo.of(
            hex(
                """
                7800 0000 0400 0004 0000 0090 0000 0040
                3000 0000
                """));

    assertThat(info)
        .hasToString(
            "SwitchInfo[linearFdbCap=30720 randomFdbCap=0 multicastFdbCap=1024 linearFdbTop=4"
                + " defaultPort=0 defaultMulticastPrimaryPort=0 defaultMulticastNotPrimaryPort=0"
                + " lifeTimeValue=18 portStateChange=0 optimizedSlToVlMappingProgramming=0"
                + " lidsPerPort=0 partitionEnforcementCap=64 inboundEnforcementCap=0"
                + " outboundEnforcementCap=0 filterRawInboundCap=1 filterRawOutboundCap=1"
                + " enhancedPort0=0 multicastFdbTop=0x0000]");
  }

  @Test
  void shouldReadPortInfoAsSmpqueryDoes() {
    PortInfo port =
        PortInfo.of(
            hex(
                """
                0000 0000 0000 0000 fe80 0000 0000 0000
                0001 0001 0050 c048 0000 0ff9 0102 1f02
                7452 0011 4040 0008 0804 e040 0000 0000
                0000 201f 0000 0000 0000 0000 0030 0000
                """));

    assertThat(port)
        .hasToString(
            "PortInfo[mKey=0x0000000000000000 gidPrefix=0xfe80000000000000 lid=1 masterSmLid=1"
                + " capabilityMask=0x0050c048 diagCode=0x0000 mKeyLeasePeriod=4089"
                + " localPortNum=1 linkWidthEnabled=2 linkWidthSupported=31 linkWidthActive=2"
                + " linkSpeedSupported=7 portState=4 portPhysicalState=5 linkDownDefaultState=2"
                + " mKeyProtectBits=0 lmc=0 linkSpeedActive=1 linkSpeedEnabled=1 neighborMtu=4"
                + " masterSmSl=0 vlCap=4 initType=0x0 vlHighLimit=0 vlArbitrationHighCap=8"
                + " vlArbitrationLowCap=8 initTypeReply=0x0 mtuCap=4 vlStallCount=7 hoqLife=0"
                + " operationalVls=4 partitionEnforcementInbound=0 partitionEnforcementOutbound=0"
                + " filterRawInbound=0 filterRawOutbound=0 mKeyViolations=0 pKeyViolations=0"
                + " qKeyViolations=0 guidCap=32 clientReregister=0"
                + " multicastPKeyTrapSuppressionEnabled=0 subnetTimeout=31 respTimeValue=0"
                + " localPhyErrors=0 overrunErrors=0 maxCreditHint=0 linkSpeedExtActive2=0"
                + " linkSpeedExtSupported2=0 linkSpeedExtEnabled2=0 linkRoundTripLatency=0"
                + " capabilityMask2=0x0030 linkSpeedExtActive=0 linkSpeedExtSupported=0"
                + " linkSpeedExtEnabled=0]");
    assertThat(port.capabilityMask())
        .isEqualTo(
            CapabilityMask.IS_TRAP_SUPPORTED
                | CapabilityMask.IS_SL_MAPPING_SUPPORTED
                | CapabilityMask.IS_EXTENDED_SPEEDS_SUPPORTED
                | CapabilityMask.IS_CAPABILITY_MASK2_SUPPORTED
                | CapabilityMask.IS_VENDOR_CLASS_SUPPORTED
                | CapabilityMask.IS_CAPABILITY_MASK_NOTICE_SUPPORTED);
    assertThat(port.capabilityMask2())
        .isEqualTo(
            CapabilityMask2.IS_LINK_WIDTH_2X_SUPPORTED
                | CapabilityMask2.IS_LINK_SPEED_HDR_SUPPORTED);
    assertThat(port.portState()).isEqualTo(PortState.ACTIVE);
    assertThat(port.portPhysicalState()).isEqualTo(PortPhysicalState.LINK_UP);
    assertThat(Mtu.bytes(port.neighborMtu())).isEqualTo(2048);
  }

  @Test
  void shouldReadTables() {
    SlToVlMappingTable slToVl = SlToVlMappingTable.of(hex("0123 4567 89ab cde7"));
    VlArbitrationTable arbitration =
        VlArbitrationTable.of(padded("0000 0104 0204 0304 0404 0504 0604 0704"));
    LinearForwardingTable forwarding = LinearForwardingTable.of(padded("ff01 0002 02ff"));

    assertThat(slToVl.slToVl(14)).isEqualTo(14);
    assertThat(slToVl.slToVl(15)).isEqualTo(7);
    assertThat(SlToVlMappingTable.modifier(1, 2)).isEqualTo(0x102);
    assertThat(arbitration.vl(0)).isZero();
    assertThat(arbitration.weight(0)).isZero();
    assertThat(arbitration.vl(7)).isEqualTo(7);
    assertThat(arbitration.weight(7)).isEqualTo(4);
    assertThat(VlArbitrationTable.modifier(1, VlArbitrationTable.LOW_LOWER)).isEqualTo(0x10001);
    assertThat(forwarding.portBlock(0)).isEqualTo(255);
    assertThat(forwarding.portBlock(3)).isEqualTo(2);
    assertThat(PKeyTable.of(padded("ffff")).pKeyBlock(0)).isEqualTo(0xFFFF);
    assertThat(GuidInfo.of(padded("0000 0000 0010 0001")).guidBlock(0)).isEqualTo(0x100001);
  }

  private static byte[] padded(String text) {
    return Arrays.copyOf(hex(text), 64);
  }
}
