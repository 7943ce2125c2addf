package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Nodes as a look has found them, and as the Sets since then have left them, to go on from. */
final class KnownNodes {
  private KnownNodes() {}

  /**
   * All nodes, linked. SL2VL maps and VL arbitration are not among it, as a discovery does not read
   * them.
   *
   * @param keys that ports hold
   * @param linearFdbTop that switches were told after they were found; empty where they were not
   */
  static List<FoundNode> of(
      Discovered found, RouteBook routes, TermKeys keys, OptionalInt linearFdbTop) {
    Fabric fabric = found.fabric();
    List<FoundNode> nodes = new ArrayList<>(fabric.nodeCount());
    for (int node = 0; node < fabric.nodeCount(); node++) {
      nodes.add(node(found, routes, keys, linearFdbTop, node));
    }
    for (int node = 0; node < fabric.nodeCount(); node++) {
      FoundNode from = nodes.get(node);
      for (int number = 1; number <= from.portCount; number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer != Fabric.NONE) {
          from.peers[number] = nodes.get(fabric.nodeOf(peer));
          from.peerNumbers[number] = fabric.portNumber(peer);
        }
      }
    }
    return nodes;
  }

  private static FoundNode node(
      Discovered found, RouteBook routes, TermKeys keys, OptionalInt linearFdbTop, int index) {
    Fabric fabric = found.fabric();
    Attributes attributes = found.attributes();
    byte[] info = attributes.nodeInfo()[index];
    DirectedRoute route = routes.toNode(index);
    FoundNode node =
        new FoundNode(
            fabric.type(index),
            info,
            new Entrance(
                route == null ? DirectedRoute.LOCAL : route,
                keys.of(NodeInfo.of(info).portGuid())));
    node.description = fabric.description(index);
    if (node.isSwitch()) {
      node.switchInfo = attributes.switchInfo()[index].clone();
      linearFdbTop.ifPresent(SwitchInfo.of(node.switchInfo)::linearFdbTop);
    }
    for (int number = 0; number <= node.portCount; number++) {
      int port = fabric.port(index, number);
      node.portInfo[number] = attributes.portInfo()[port];
      node.guidInfo[number] = attributes.guidInfo()[port];
      node.pKeys[number] = attributes.pKeys()[port];
      boolean isArrivedAt = !fabric.isSwitch(index) && node.portInfo[number] != null;
      node.portGuids[number] = isArrivedAt ? fabric.portGuid(port) : 0;
    }
    return node;
  }
}
