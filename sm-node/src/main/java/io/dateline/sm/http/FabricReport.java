package io.dateline.sm.http;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.subnet.SubnetView;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * The nodes and cables of a subnet, in words: as this node's subnet manager sees them, or as the
 * journal has them.
 *
 * @param generation of the sweep that found it
 * @param nodes switches first, by GUID
 */
public record FabricReport(long generation, List<Node> nodes) {
  /**
   * A node and its linked ports.
   *
   * @param type {@code Switch}, {@code Ca} or {@code Rt}
   * @param lid base LID of a switch, 0 for others
   */
  public record Node(String type, String guid, String description, int lid, List<Port> ports) {}

  /**
   * A linked port.
   *
   * @param lid base LID of a channel adapter's port, 0 on a switch
   * @param link width and speed, such as {@code 4xHDR}
   * @param state {@code Init}, {@code Armed}, {@code Active} or {@code Down}
   */
  public record Port(
      int number, int lid, String link, String state, String peerGuid, int peerNumber) {}

  public static FabricReport of(SubnetView view) {
    return of(
        view.generation(), view.fabric(), view.attributes(), port -> view.lids().baseLid(port));
  }

  /** As a node has read it that does not manage the subnet; empty before the first sweep. */
  static Optional<FabricReport> of(SubnetState known) {
    return known
        .nodes()
        .discovered()
        .map(
            found -> {
              Fabric fabric = found.fabric();
              return of(
                  known.active() == null ? 0 : known.active().generation(),
                  fabric,
                  found.attributes(),
                  port ->
                      fabric.isSwitch(fabric.nodeOf(port)) && fabric.portNumber(port) > 0
                          ? Lid.NONE
                          : known.lids().baseLid(fabric.portGuid(port)));
            });
  }

  private static FabricReport of(
      long generation, Fabric fabric, Attributes attributes, IntUnaryOperator baseLid) {
    List<Node> nodes = new ArrayList<>(fabric.nodeCount());
    for (int node = 0; node < fabric.nodeCount(); node++) {
      List<Port> ports = new ArrayList<>();
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int port = fabric.port(node, number);
        if (fabric.peer(port) != Fabric.NONE) {
          ports.add(port(fabric, attributes, port, baseLid.applyAsInt(port)));
        }
      }
      int lid = fabric.isSwitch(node) ? baseLid.applyAsInt(fabric.port(node, 0)) : Lid.NONE;
      nodes.add(
          new Node(
              fabric.type(node).keyword(),
              Guid.format(fabric.nodeGuid(node)),
              fabric.description(node),
              lid,
              ports));
    }
    return new FabricReport(generation, nodes);
  }

  private static Port port(Fabric fabric, Attributes attributes, int port, int lid) {
    int peer = fabric.peer(port);
    byte[] info = attributes.portInfo()[port];
    String link =
        (fabric.width(port) == null ? "?x" : fabric.width(port).label())
            + (fabric.speed(port) == null ? "?" : fabric.speed(port).label());
    return new Port(
        fabric.portNumber(port),
        lid,
        link,
        stateName(info),
        Guid.format(fabric.nodeGuid(fabric.nodeOf(peer))),
        fabric.portNumber(peer));
  }

  private static String stateName(byte[] portInfo) {
    if (portInfo == null) {
      return "unread";
    }
    return switch (PortInfo.portState(portInfo)) {
      case PortState.DOWN -> "Down";
      case PortState.INIT -> "Init";
      case PortState.ARMED -> "Armed";
      case PortState.ACTIVE -> "Active";
      default -> "unknown";
    };
  }
}
