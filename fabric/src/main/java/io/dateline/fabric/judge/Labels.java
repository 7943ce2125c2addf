package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;

/** How nodes and ports are named to people. */
final class Labels {
  private Labels() {}

  static String node(Fabric fabric, int node) {
    return '"' + fabric.description(node) + "\" (" + Guid.format(fabric.nodeGuid(node)) + ')';
  }

  static String port(Fabric fabric, int port) {
    return node(fabric, fabric.nodeOf(port)) + " port " + fabric.portNumber(port);
  }
}
