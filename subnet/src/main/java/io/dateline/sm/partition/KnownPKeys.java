package io.dateline.sm.partition;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PKeyTable;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.Arrays;

/**
 * The P_Key tables of a fabric's ports, as far as they are known: those of end ports, and those of
 * the switch ports that face them, by which switches drop packets of other partitions (IBA Vol 1,
 * 10.9.2 and 10.9.8). What ports acknowledge is known from then on.
 */
final class KnownPKeys {
  final Fabric fabric;
  private final Attributes attributes;
  private final RouteBook routes;
  private final TermKeys mKeys;

  KnownPKeys(Fabric fabric, Attributes attributes, RouteBook routes, TermKeys mKeys) {
    this.fabric = fabric;
    this.attributes = attributes;
    this.routes = routes;
    this.mKeys = mKeys;
  }

  /** What the port holds, zeros are empty slots; null where it is not known. */
  short[] held(int port) {
    return attributes.pKeys()[port];
  }

  /** Whether all of it is known. */
  boolean isKnown(int port) {
    return held(port) != null && held(port).length >= capacity(port);
  }

  void learn(int port, short[] table) {
    attributes.pKeys()[port] = table;
  }

  /** P_Keys that the port can hold (NodeInfo PartitionCap, SwitchInfo PartitionEnforcementCap). */
  int capacity(int port) {
    int node = fabric.nodeOf(port);
    if (isExternal(port)) {
      byte[] info = attributes.switchInfo()[node];
      return info == null ? 0 : SwitchInfo.of(info).partitionEnforcementCap();
    }
    return Math.max(1, NodeInfo.of(attributes.nodeInfo()[node]).partitionCap());
  }

  /** The switch port that an end port is cabled to, or {@link Fabric#NONE}. */
  int facing(int endPort) {
    int peer = fabric.peer(endPort);
    return peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer)) ? peer : Fabric.NONE;
  }

  /** The way to a port's tables, or null. */
  DirectedRoute route(int port) {
    return isAtSwitch(port) ? routes.toNode(fabric.nodeOf(port)) : routes.toPort(port);
  }

  int modifier(int port, int block) {
    return PKeyTable.modifier(isAtSwitch(port) ? fabric.portNumber(port) : 0, block);
  }

  /** Whether it is a switch's port with a cable, no end port. */
  boolean isExternal(int port) {
    return isAtSwitch(port) && fabric.portNumber(port) > 0;
  }

  private boolean isAtSwitch(int port) {
    return fabric.isSwitch(fabric.nodeOf(port));
  }

  long nodeGuid(int port) {
    return fabric.nodeGuid(fabric.nodeOf(port));
  }

  long mKey(int port) {
    return mKeys.of(fabric.portGuid(port));
  }

  /**
   * Adds the Sets that make one table of another: only the blocks that differ.
   *
   * @param wanted as long as what is held
   */
  void addSets(PortSets sets, int port, short[] wanted) {
    DirectedRoute route = route(port);
    short[] held = held(port);
    for (int block = 0; block * PKeyTable.ENTRIES < wanted.length; block++) {
      int from = block * PKeyTable.ENTRIES;
      int to = Math.min(wanted.length, from + PKeyTable.ENTRIES);
      if (Arrays.equals(held, from, to, wanted, from, to)) {
        continue;
      }
      PKeyTable data = new PKeyTable();
      for (int i = from; i < to; i++) {
        data.pKeyBlock(i - from, wanted[i] & 0xFFFF);
      }
      sets.add(
          route,
          nodeGuid(port),
          AttributeId.P_KEY_TABLE,
          modifier(port, block),
          mKey(port),
          data.bytes(),
          new Answer(port, from, to));
    }
  }

  private final class Answer implements PortSets.AnswerSink {
    private final int port;
    private final int from;
    private final int to;

    Answer(int port, int from, int to) {
      this.port = port;
      this.from = from;
      this.to = to;
    }

    /** Others read the table meanwhile: it gets a new one. */
    @Override
    public void accept(byte[] data) {
      short[] table = held(port).clone();
      PKeyTable answered = PKeyTable.of(data);
      for (int i = from; i < to; i++) {
        table[i] = (short) answered.pKeyBlock(i - from);
      }
      learn(port, table);
    }

    /** What the port holds shows when it is read. */
    @Override
    public void onFailure() {}
  }
}
