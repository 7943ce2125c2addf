package io.dateline.sm.link;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;

/**
 * The bit in the AttributeModifier of PortInfo by which a subnet manager says that it knows
 * extended link speeds (IBA Vol 1, 14.2.5.6, SMSupportExtendedSpeeds). Without it a port that has
 * them may answer as one that has none, and then does to a Set.
 */
public final class ExtendedSpeeds {
  private ExtendedSpeeds() {}

  /**
   * The bit, where it may be sent.
   *
   * @param managementPortInfo of the end port itself, or of port 0 of the switch
   */
  public static int bit(byte[] managementPortInfo) {
    boolean hasThem =
        managementPortInfo != null
            && (PortInfo.of(managementPortInfo).capabilityMask()
                    & CapabilityMask.IS_EXTENDED_SPEEDS_SUPPORTED)
                != 0;
    return hasThem ? PortInfo.SM_SUPPORT_EXTENDED_SPEEDS : 0;
  }

  /**
   * The AttributeModifier of a port's PortInfo.
   *
   * @param portInfo of all ports, by port index; null where one was not read
   */
  public static int modifier(Fabric fabric, byte[][] portInfo, int port) {
    int node = fabric.nodeOf(port);
    int manager = fabric.isSwitch(node) ? fabric.port(node, 0) : port;
    return fabric.portNumber(port) | bit(portInfo[manager]);
  }
}
