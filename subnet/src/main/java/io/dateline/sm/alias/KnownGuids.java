package io.dateline.sm.alias;

import io.dateline.fabric.Fabric;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.Arrays;

/**
 * The GUID tables of a fabric's end ports, as far as they are known: from the first block on,
 * without a gap. What ports answer is known from then on.
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

  /** Others read the table meanwhile: it gets a new one. What is behind a gap is not kept. */
  void learn(int port, int block, byte[] data) {
    if (block > knownBlocks(port)) {
      return;
    }
    byte[] before = attributes.guidInfo()[port];
    int length = Math.max(before == null ? 0 : before.length, (block + 1) * GuidInfo.BYTES);
    byte[] table = before == null ? new byte[length] : Arrays.copyOf(before, length);
    System.arraycopy(data, 0, table, block * GuidInfo.BYTES, GuidInfo.BYTES);
    attributes.guidInfo()[port] = table;
  }

  /** A block may be another one now, and with it what stands behind it. */
  void forget(int port, int block) {
    if (block < knownBlocks(port)) {
      cut(port, block);
    }
  }

  /** Blocks without a GUID at the end of a table are not kept: they are read when they count. */
  void trim(int port) {
    int blocks = knownBlocks(port);
    while (blocks > 1 && isEmpty(held(port, blocks - 1))) {
      blocks--;
    }
    cut(port, blocks);
  }

  private void cut(int port, int blocks) {
    byte[] table = attributes.guidInfo()[port];
    attributes.guidInfo()[port] =
        table == null || blocks == 0 ? null : Arrays.copyOf(table, blocks * GuidInfo.BYTES);
  }

  private static boolean isEmpty(byte[] block) {
    return Arrays.equals(block, new byte[GuidInfo.BYTES]);
  }

  /** Blocks that the port has room for. */
  int blocks(int port) {
    return Math.ceilDiv(capacity(port), AliasBook.BLOCK);
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
