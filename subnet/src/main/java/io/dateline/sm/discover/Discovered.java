package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.List;
import java.util.Optional;

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
   * What is wrong with the local port if nothing can be reached through it: its cable, or the node
   * at the other end, is dead. An end node that is there instead of a switch can be reached.
   */
  public Optional<String> cutOff() {
    byte[] info = attributes.portInfo()[localPort];
    if (fabric.isSwitch(fabric.nodeOf(localPort)) || info == null) {
      return Optional.empty();
    }
    if (PortInfo.of(info).portState() < PortState.INIT) {
      return Optional.of("is down");
    }
    return fabric.peer(localPort) == Fabric.NONE
        ? Optional.of("cannot be used: it is linked, but the node behind it did not answer")
        : Optional.empty();
  }
}
