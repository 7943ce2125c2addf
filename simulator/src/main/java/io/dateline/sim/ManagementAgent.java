package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.LedInfo;
import io.dateline.mad.attribute.MlnxExtendedPortInfo;
import io.dateline.mad.attribute.NodeInfo;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The subnet management agent of every node (IBA Vol 1, 14.3): turns a Get or Set into its answer,
 * in place. A Set that is refused changes nothing.
 */
final class ManagementAgent {
  private static final int VERSION = 1;
  private static final int UNSUPPORTED = Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE;

  private final SimulatedState state;
  private final Fabric fabric;
  private final MKeyGuard keys;
  private final PortInfoAgent portInfos;
  private final SwitchAgent switches;
  private final TableAgent tables;

  ManagementAgent(SimulatedState state, Links links, MKeyGuard keys) {
    this.state = state;
    this.keys = keys;
    fabric = state.fabric;
    portInfos = new PortInfoAgent(state, links);
    switches = new SwitchAgent(state);
    tables = new TableAgent(state);
  }

  /**
   * Answers the request that came in by {@code arrival}.
   *
   * @return false if the M_Key forbids an answer; the SMP is then as it was
   */
  boolean answer(Mad smp, int arrival, long nowMs) {
    boolean isSet = smp.method() == Mad.SET;
    int status;
    if (smp.u8(0) != VERSION || smp.classVersion() != VERSION) {
      status = Mad.STATUS_BAD_VERSION;
    } else if (smp.method() != Mad.GET && !isSet) {
      status = Mad.STATUS_UNSUPPORTED_METHOD;
    } else if (!keys.admits(smp, state.managementPort(arrival), nowMs)) {
      return false;
    } else {
      status = handle(smp, isSet, arrival);
    }
    smp.method(
        smp.method() == Mad.SET || smp.method() == Mad.GET
            ? Mad.GET_RESP
            : smp.method() | Mad.RESPONSE_BIT);
    smp.u16(4, smp.isDirectedRoute() ? Mad.DIRECTION_BIT | status : status);
    return true;
  }

  /** Answers a Get of the node's own host, which needs no key; false if there is no answer. */
  boolean answerLocally(Mad get, int port) {
    return handle(get, false, port) == 0;
  }

  private int handle(Mad smp, boolean isSet, int arrival) {
    int node = fabric.nodeOf(arrival);
    boolean isSwitch = fabric.isSwitch(node);
    return switch (smp.attributeId()) {
      case AttributeId.NODE_DESCRIPTION -> isSet ? UNSUPPORTED : nodeDescription(smp, node);
      case AttributeId.NODE_INFO -> isSet ? UNSUPPORTED : nodeInfo(smp, arrival);
      case AttributeId.PORT_INFO -> portInfo(smp, isSet, arrival);
      case AttributeId.MLNX_EXT_PORT_INFO -> extendedPortInfo(smp, isSet, arrival);
      case AttributeId.GUID_INFO -> tables.guids(smp, isSet, state.managementPort(arrival));
      case AttributeId.P_KEY_TABLE -> tables.pKeys(smp, isSet, arrival);
      case AttributeId.SL_TO_VL_MAPPING_TABLE -> tables.slToVl(smp, isSet, arrival);
      case AttributeId.VL_ARBITRATION_TABLE -> tables.vlArbitration(smp, isSet, arrival);
      case AttributeId.LED_INFO -> ledInfo(smp, isSet, arrival);
      case AttributeId.SWITCH_INFO ->
          isSwitch ? switches.switchInfo(smp, isSet, node) : UNSUPPORTED;
      case AttributeId.LINEAR_FORWARDING_TABLE ->
          isSwitch ? switches.linearForwarding(smp, isSet, node) : UNSUPPORTED;
      case AttributeId.MULTICAST_FORWARDING_TABLE ->
          isSwitch ? switches.multicastForwarding(smp, isSet, node) : UNSUPPORTED;
      default -> UNSUPPORTED;
    };
  }

  private int nodeDescription(Mad smp, int node) {
    clear(smp);
    byte[] text = state.descriptions[node].getBytes(StandardCharsets.UTF_8);
    System.arraycopy(text, 0, smp.bytes(), Mad.SMP_DATA, Math.min(text.length, Mad.SMP_DATA_BYTES));
    return 0;
  }

  private int nodeInfo(Mad smp, int arrival) {
    clear(smp);
    int node = fabric.nodeOf(arrival);
    NodeInfo.in(smp.bytes(), Mad.SMP_DATA)
        .baseVersion(VERSION)
        .classVersion(VERSION)
        .nodeType(fabric.type(node).code())
        .numPorts(fabric.externalPortCount(node))
        .systemImageGuid(fabric.systemImageGuid(node))
        .nodeGuid(fabric.nodeGuid(node))
        .portGuid(fabric.portGuid(arrival))
        .partitionCap(state.options.partitionCap())
        .deviceId(fabric.deviceId(node) & 0xFFFF)
        .localPortNum(fabric.portNumber(arrival))
        .vendorId(fabric.vendorId(node) & 0xFF_FFFF);
    return 0;
  }

  private int portInfo(Mad smp, boolean isSet, int arrival) {
    int port = portInfos.port(smp, arrival);
    if (port == Fabric.NONE) {
      return Mad.STATUS_INVALID_FIELD;
    }
    // Asked before the Set, which may bring a new key: its sender has the old one.
    boolean mayShowKey = keys.mayShowKey(smp, state.managementPort(arrival));
    int status = isSet ? portInfos.set(smp, arrival, port) : 0;
    portInfos.get(smp, arrival, port, mayShowKey);
    return status;
  }

  /** The vendor's attribute that tells FDR10 from QDR; AttributeModifier as of PortInfo. */
  private int extendedPortInfo(Mad smp, boolean isSet, int arrival) {
    int port = portInfos.port(smp, arrival);
    if (port == Fabric.NONE) {
      return Mad.STATUS_INVALID_FIELD;
    }
    boolean isCapable = fabric.speed(port) == LinkSpeed.FDR10;
    MlnxExtendedPortInfo info = MlnxExtendedPortInfo.in(smp.bytes(), Mad.SMP_DATA);
    if (isSet && isCapable) {
      state.fdr10[port] = (info.linkSpeedEnabled() & MlnxExtendedPortInfo.FDR10) != 0;
    }
    clear(smp);
    if (isCapable) {
      boolean isEnabled = state.fdr10[port];
      info.linkSpeedSupported(MlnxExtendedPortInfo.FDR10)
          .linkSpeedEnabled(isEnabled ? MlnxExtendedPortInfo.FDR10 : 0)
          .linkSpeedActive(isEnabled && state.isUp(port) ? MlnxExtendedPortInfo.FDR10 : 0);
    }
    return 0;
  }

  private int ledInfo(Mad smp, boolean isSet, int arrival) {
    LedInfo info = LedInfo.in(smp.bytes(), Mad.SMP_DATA);
    int port = state.managementPort(arrival);
    if (isSet) {
      state.leds[port] = info.ledMask();
    }
    clear(smp);
    info.ledMask(state.leds[port]);
    return 0;
  }

  private static void clear(Mad smp) {
    Arrays.fill(smp.bytes(), Mad.SMP_DATA, Mad.SMP_DATA + Mad.SMP_DATA_BYTES, (byte) 0);
  }
}
