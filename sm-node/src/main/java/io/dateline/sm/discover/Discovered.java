package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.List;

/**
 * What one discovery found.
 *
 * @param fabric all nodes that answered and are connected to the local port
 * @param attributes their attributes, indexed as the fabric
 * @param localPort the end port the subnet manager sends from
 * @param managerPorts end ports whose IsSM bit is set
 * @param warnings sentences for the operator: nodes dropped, GUIDs found twice
 */
public record Discovered(
    Fabric fabric,
    Attributes attributes,
    int localPort,
    int[] managerPorts,
    List<String> warnings) {

  /**
   * Whether nothing can be reached because the cable at the local port, or its other end, is dead.
   */
  public boolean isCutOff() {
    byte[] info = attributes.portInfo()[localPort];
    return !fabric.isSwitch(fabric.nodeOf(localPort))
        && info != null
        && PortInfo.of(info).portState() < PortState.INIT;
  }
}
