package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.CapabilityMask2;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortPhysicalState;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SwitchInfo;
import java.util.Arrays;

/** The attributes of a node that has just been switched on: no LID, no key, links down. */
final class PowerOn {
  /** Prefix of the link-local subnet, which a port has before an SM gives it another. */
  static final long DEFAULT_GID_PREFIX = 0xFE80_0000_0000_0000L;

  /** Rows of a VL arbitration table. */
  static final int VL_ARBITRATION_CAP = 8;

  /** GUIDs an end port holds, its own included. */
  static final int GUID_CAP = 32;

  /** 4.096 us * 2^16 = 0.27 s to answer. */
  private static final int RESPONSE_TIME = 16;

  private static final int SUBNET_TIMEOUT = 18;

  private PowerOn() {}

  static void switchInfo(SimulatedState state, int node) {
    int at = node * SwitchInfo.BYTES;
    Arrays.fill(state.switchInfos, at, at + SwitchInfo.BYTES, (byte) 0);
    SwitchInfo.in(state.switchInfos, at)
        .linearFdbCap(state.options.linearFdbCap())
        .multicastFdbCap(state.options.multicastFdbCap())
        .partitionEnforcementCap(state.options.partitionCap())
        .inboundEnforcementCap(true)
        .outboundEnforcementCap(true)
        .optimizedSlToVlMappingProgramming(1)
        .enhancedPort0(state.fabric.hasEnhancedPort0(node));
  }

  static void portInfo(SimulatedState state, int port) {
    Fabric fabric = state.fabric;
    int at = SimulatedState.at(port);
    Arrays.fill(state.portInfos, at, at + PortInfo.BYTES, (byte) 0);
    int node = fabric.nodeOf(port);
    int number = fabric.portNumber(port);
    boolean isSwitch = fabric.isSwitch(node);
    if (!isSwitch && number == 0) {
      return; // a channel adapter has no port 0
    }
    PortInfo info = PortInfo.in(state.portInfos, at);
    if (!isSwitch || number == 0) {
      endPort(state, node, info);
    }
    if (number > 0) {
      externalPort(state, port, info);
    } else {
      managementPort(state, node, info);
    }
  }

  private static void endPort(SimulatedState state, int node, PortInfo info) {
    int mask =
        CapabilityMask.IS_TRAP_SUPPORTED
            | CapabilityMask.IS_SL_MAPPING_SUPPORTED
            | CapabilityMask.IS_LED_INFO_SUPPORTED
            | CapabilityMask.IS_SYSTEM_IMAGE_GUID_SUPPORTED
            | CapabilityMask.IS_CAPABILITY_MASK_NOTICE_SUPPORTED
            | CapabilityMask.IS_OTHER_LOCAL_CHANGES_NOTICE_SUPPORTED;
    int mask2 = 0;
    if (state.fabric.isSwitch(node)) {
      mask |= CapabilityMask.IS_MULTICAST_FDB_TOP_SUPPORTED;
    } else {
      mask |=
          CapabilityMask.IS_COMMUNICATION_MANAGEMENT_SUPPORTED
              | CapabilityMask.IS_CLIENT_REREGISTRATION_SUPPORTED;
    }
    int first = state.fabric.port(node, 0);
    for (int number = 1; number <= state.fabric.externalPortCount(node); number++) {
      LinkSpeed speed = state.fabric.speed(first + number);
      if (speed != null && speed.compareTo(LinkSpeed.FDR) >= 0) {
        mask |= CapabilityMask.IS_EXTENDED_SPEEDS_SUPPORTED;
      }
      if (speed != null && speed.compareTo(LinkSpeed.HDR) >= 0) {
        mask2 |= CapabilityMask2.IS_LINK_SPEED_HDR_SUPPORTED;
      }
      if (speed != null && speed.compareTo(LinkSpeed.NDR) >= 0) {
        mask2 |= CapabilityMask2.IS_LINK_SPEED_NDR_SUPPORTED;
      }
      if (state.fabric.width(first + number) == LinkWidth.X2) {
        mask2 |= CapabilityMask2.IS_LINK_WIDTH_2X_SUPPORTED;
      }
    }
    if (mask2 != 0) {
      mask |= CapabilityMask.IS_CAPABILITY_MASK2_SUPPORTED;
    }
    info.gidPrefix(DEFAULT_GID_PREFIX)
        .capabilityMask(mask)
        .capabilityMask2(mask2)
        .guidCap(GUID_CAP)
        .subnetTimeout(SUBNET_TIMEOUT)
        .respTimeValue(RESPONSE_TIME);
  }

  private static void managementPort(SimulatedState state, int node, PortInfo info) {
    info.portState(PortState.ACTIVE)
        .portPhysicalState(PortPhysicalState.LINK_UP)
        .linkWidthEnabled(LinkWidth.X4.code())
        .linkWidthSupported(LinkWidth.X4.code())
        .linkWidthActive(LinkWidth.X4.code())
        .linkSpeedEnabled(1)
        .linkSpeedSupported(1)
        .linkSpeedActive(1)
        .neighborMtu(state.options.mtuCap())
        .mtuCap(state.options.mtuCap())
        .vlCap(state.fabric.hasEnhancedPort0(node) ? state.options.vlCap() : 1)
        .operationalVls(state.fabric.hasEnhancedPort0(node) ? state.options.vlCap() : 1);
  }

  private static void externalPort(SimulatedState state, int port, PortInfo info) {
    LinkTraining.describe(state.fabric.width(port), state.fabric.speed(port), info);
    state.fdr10[port] = state.fabric.speed(port) == LinkSpeed.FDR10;
    info.portState(PortState.DOWN)
        .portPhysicalState(PortPhysicalState.POLLING)
        .linkDownDefaultState(PortPhysicalState.POLLING)
        .neighborMtu(state.options.mtuCap())
        .mtuCap(state.options.mtuCap())
        .vlCap(state.options.vlCap())
        .operationalVls(state.options.vlCap())
        .vlArbitrationHighCap(VL_ARBITRATION_CAP)
        .vlArbitrationLowCap(VL_ARBITRATION_CAP);
  }
}
