package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.sm.subnet.SubnetView;

/** What ports are called in sentences. */
final class PortNames {
  private PortNames() {}

  /**
   * A port by a LID that it has.
   *
   * @param view of the subnet, null where there is none yet
   */
  static String byLid(SubnetView view, int lid) {
    int port = view == null ? Fabric.NONE : view.lids().port(lid);
    return port == Fabric.NONE ? "LID " + lid : of(view.fabric(), port) + ", LID " + lid;
  }

  /**
   * A port by its GUID, which is told, too.
   *
   * @param fabric null where none is known yet
   */
  static String byGuid(Fabric fabric, long portGuid) {
    int port = fabric == null ? Fabric.NONE : fabric.endPortByGuid(portGuid);
    return port == Fabric.NONE
        ? Guid.format(portGuid)
        : "%s (%s)".formatted(of(fabric, port), Guid.format(portGuid));
  }

  /** Description of its node, or GUID, and its number. */
  static String of(Fabric fabric, int port) {
    return "%s port %d"
        .formatted(ofNode(fabric, fabric.nodeGuid(fabric.nodeOf(port))), fabric.portNumber(port));
  }

  /** Description of a node; its GUID where it has none, or is not in the fabric. */
  static String ofNode(Fabric fabric, long guid) {
    int node = fabric.nodeByGuid(guid);
    String description = node == Fabric.NONE ? "" : fabric.description(node);
    return description.isEmpty() ? Guid.format(guid) : description;
  }
}
