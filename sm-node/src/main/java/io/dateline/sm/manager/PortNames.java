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
    int node = fabric.nodeOf(port);
    String description = fabric.description(node);
    return "%s port %d"
        .formatted(
            description.isEmpty() ? Guid.format(fabric.nodeGuid(node)) : description,
            fabric.portNumber(port));
  }
}
