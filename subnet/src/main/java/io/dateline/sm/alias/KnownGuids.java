package io.dateline.sm.alias;

import io.dateline.fabric.Fabric;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.Arrays;

/**
 * The GUID tables of a fabric's end ports, as far as they are known. What ports answer is known
 * from then on.
 */
final class KnownGuids {
  final Fabric fabric;
  private final Attributes attributes;
  private final RouteBook routes;
  private final TermKeys mKeys;

  KnownGuids(Fabric fabric, Attributes attributes, RouteBook routes, TermKeys mKeys) {
    this.fabric = fabric;
    this.attributes = attributes;
    this.routes = routes;
    this.mKeys = mKeys;
  }

  /** A copy of a block that is known. */
  byte[] held(int port, int block) {
    int from = block * GuidInfo.BYTES;
    return Arrays.copyOfRange(attributes.guidInfo()[port], from, from + GuidInfo.BYTES);
  }

  /** How many blocks are known, from the first one on. */
  int knownBlocks(int port) {
    byte[] table = attributes.guidInfo()[port];
    return table == null ? 0 : table.length / GuidInfo.BYTES;
  }

  /** Others read the table meanwhile: it gets a new one. */
  void learn(int port, int block, byte[] data) {
    byte[] before = attributes.guidInfo()[port];
    int length = Math.max(before == null ? 0 : before.length, (block + 1) * GuidInfo.BYTES);
    byte[] table = before == null ? new byte[length] : Arrays.copyOf(before, length);
    System.arraycopy(data, 0, table, block * GuidInfo.BYTES, GuidInfo.BYTES);
    attributes.guidInfo()[port] = table;
  }

  /** GUIDs that the port has room for, its own included. */
  int capacity(int port) {
    byte[] info = attributes.portInfo()[port];
    return info == null ? 0 : PortInfo.of(info).guidCap();
  }

  /** The way to a port's table, or null. */
  DirectedRoute route(int port) {
    int node = fabric.nodeOf(port);
    return fabric.isSwitch(node) ? routes.toNode(node) : routes.toPort(port);
  }

  long nodeGuid(int port) {
    return fabric.nodeGuid(fabric.nodeOf(port));
  }

  long mKey(int port) {
    return mKeys.of(fabric.portGuid(port));
  }
}
