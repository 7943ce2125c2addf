package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * One node as bytes: its attributes as on the wire, and where its cables lead. Equal nodes have
 * equal bytes. They are journaled, so that what they mean never changes:
 *
 * <pre>
 * node:  field*
 * field: tag (1 byte), length (varint), kept length (varint), that many bytes;
 *        the rest of the length is zeros, of which attributes have many
 * </pre>
 *
 * <p>A reader skips fields whose tag it does not know. PORT fields hold a port number and fields.
 */
final class NodeImage {
  // Of nodes.
  private static final int NODE_INFO = 1;
  private static final int DESCRIPTION = 2; // UTF-8
  private static final int SWITCH_INFO = 3;
  private static final int PORT = 4;

  // Of ports.
  private static final int PORT_INFO = 1;
  private static final int PORT_GUID = 2; // of a CA or router; 8 bytes
  private static final int PEER = 3; // node GUID, 8 bytes, and port number, 1 byte
  private static final int GUID_INFO = 4;
  private static final int P_KEYS = 5; // 16 bits each
  private static final int SL_TO_VL = 6;
  private static final int VL_ARBITRATION = 7;

  /** Nothing went there. */
  private static final Entrance NO_ENTRANCE = new Entrance(DirectedRoute.LOCAL, 0);

  private NodeImage() {}

  /** The image of a node of a fabric. */
  static byte[] of(Fabric fabric, Attributes attributes, int node) {
    FieldWriter out = new FieldWriter();
    out.field(NODE_INFO, nodeInfo(fabric, attributes, node));
    out.field(DESCRIPTION, fabric.description(node).getBytes(StandardCharsets.UTF_8));
    if (fabric.isSwitch(node)) {
      out.field(SWITCH_INFO, attributes.switchInfo()[node]);
    }
    for (int number = 0; number <= fabric.externalPortCount(node); number++) {
      byte[] port = port(fabric, attributes, fabric.port(node, number));
      if (port.length > 1) {
        out.field(PORT, port);
      }
    }
    return out.bytes();
  }

  /**
   * NodeInfo as the linked port of the lowest number gives it. Which port a node is reached by, and
   * tells of, is another one with every discovery, and no change.
   */
  static byte[] nodeInfo(Fabric fabric, Attributes attributes, int node) {
    byte[] info = attributes.nodeInfo()[node];
    int number = lowestLinked(fabric, node);
    return number == 0
        ? info
        : NodeInfo.of(info.clone())
            .localPortNum(number)
            .portGuid(fabric.portGuid(fabric.port(node, number)))
            .bytes();
  }

  /** Number of the first external port with a cable, 0 where there is none. */
  private static int lowestLinked(Fabric fabric, int node) {
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      if (fabric.peer(fabric.port(node, number)) != Fabric.NONE) {
        return number;
      }
    }
    return 0;
  }

  /**
   * PortInfo, null where there is none; of a switch it tells the port it was asked by, too. Here
   * that is the linked port of the lowest number.
   */
  static byte[] portInfo(Fabric fabric, Attributes attributes, int port) {
    byte[] info = attributes.portInfo()[port];
    int node = fabric.nodeOf(port);
    if (info == null || !fabric.isSwitch(node)) {
      return info;
    }
    int number = lowestLinked(fabric, node);
    return number == 0 ? info : PortInfo.of(info.clone()).localPortNum(number).bytes();
  }

  private static byte[] port(Fabric fabric, Attributes attributes, int port) {
    FieldWriter out = new FieldWriter();
    out.octet(fabric.portNumber(port));
    byte[] portInfo = portInfo(fabric, attributes, port);
    out.field(PORT_INFO, portInfo);
    if (portInfo != null && !fabric.isSwitch(fabric.nodeOf(port))) {
      out.field(PORT_GUID, ByteBuffer.allocate(8).putLong(fabric.portGuid(port)).array());
    }
    int peer = fabric.peer(port);
    if (peer != Fabric.NONE) {
      long guid = fabric.nodeGuid(fabric.nodeOf(peer));
      int number = fabric.portNumber(peer);
      out.field(PEER, ByteBuffer.allocate(9).putLong(guid).put((byte) number).array());
    }
    out.field(GUID_INFO, attributes.guidInfo()[port]);
    out.field(P_KEYS, toBytes(attributes.pKeys()[port]));
    out.field(SL_TO_VL, attributes.slToVl()[port]);
    out.field(VL_ARBITRATION, attributes.vlArbitration()[port]);
    return out.bytes();
  }

  /**
   * An image without what is another one with every reading, and counts for no successor. Tops of
   * tables are told after a discovery has read them, and a successor has them from programmers and
   * groups (IBA Vol 1, 14.2.5.4). Violations are counted by the port itself, and to be asked to
   * register again is no state (14.2.5.6).
   */
  static byte[] lasting(byte[] image) {
    FieldWriter out = new FieldWriter();
    ByteBuffer in = ByteBuffer.wrap(image);
    while (in.hasRemaining()) {
      int tag = in.get();
      byte[] value = value(in);
      switch (tag) {
        case SWITCH_INFO -> SwitchInfo.of(value).linearFdbTop(0).multicastFdbTop(0);
        case PORT -> value = lastingPort(ByteBuffer.wrap(value));
        default -> {} // lasts as it is
      }
      out.field(tag, value);
    }
    return out.bytes();
  }

  private static byte[] lastingPort(ByteBuffer in) {
    FieldWriter out = new FieldWriter();
    out.octet(in.get());
    while (in.hasRemaining()) {
      int tag = in.get();
      byte[] value = value(in);
      if (tag == PORT_INFO) {
        PortInfo.of(value)
            .mKeyViolations(0)
            .pKeyViolations(0)
            .qKeyViolations(0)
            .clientReregister(false);
      }
      out.field(tag, value);
    }
    return out.bytes();
  }

  private static byte[] toBytes(short[] keys) {
    if (keys == null) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.allocate(2 * keys.length);
    bytes.asShortBuffer().put(keys);
    return bytes.array();
  }

  /** Writes fields one after the other. */
  private static final class FieldWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);

    void octet(int value) {
      out.write(value);
    }

    /** Nothing is written for null. */
    void field(int tag, byte[] value) {
      if (value == null) {
        return;
      }
      int kept = value.length;
      while (kept > 0 && value[kept - 1] == 0) {
        kept--;
      }
      out.write(tag);
      varint(value.length);
      varint(kept);
      out.write(value, 0, kept);
    }

    private void varint(int value) {
      int rest = value;
      while (rest > 0x7F) {
        out.write((rest & 0x7F) | 0x80);
        rest >>>= 7;
      }
      out.write(rest);
    }

    byte[] bytes() {
      return out.toByteArray();
    }
  }

  /** A node whose cables are known by GUIDs only. */
  static final class Unlinked {
    final FoundNode node;
    private final long[] peerGuids; // by port number; where peerNumbers is 0 there is no cable

    private Unlinked(FoundNode node) {
      this.node = node;
      peerGuids = new long[node.portCount + 1];
    }

    /** GUID of the node behind a port, or 0. */
    long peerGuid(int number) {
      return peerGuids[number];
    }
  }

  /**
   * Reads an image.
   *
   * @throws IllegalArgumentException if the bytes are none
   */
  static Unlinked read(byte[] image) {
    try {
      return readFields(image);
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("not the image of a node", e);
    }
  }

  private static Unlinked readFields(byte[] image) {
    ByteBuffer in = ByteBuffer.wrap(image);
    // NodeInfo is the first field: it tells what the others are about.
    int first = in.get();
    byte[] nodeInfo = value(in);
    NodeType type = NodeType.ofCode(NodeInfo.of(nodeInfo).nodeType());
    if (first != NODE_INFO || type == null) {
      throw new IllegalArgumentException("not the image of a node");
    }
    Unlinked unlinked = new Unlinked(new FoundNode(type, nodeInfo, NO_ENTRANCE));
    FoundNode node = unlinked.node;
    while (in.hasRemaining()) {
      int tag = in.get();
      byte[] value = value(in);
      switch (tag) {
        case DESCRIPTION -> node.description = new String(value, StandardCharsets.UTF_8);
        case SWITCH_INFO -> node.switchInfo = value;
        case PORT -> readPort(unlinked, ByteBuffer.wrap(value));
        default -> {
          // From a later version.
        }
      }
    }
    return unlinked;
  }

  private static void readPort(Unlinked unlinked, ByteBuffer in) {
    FoundNode node = unlinked.node;
    int number = in.get() & 0xFF;
    while (in.hasRemaining()) {
      int tag = in.get();
      byte[] value = value(in);
      switch (tag) {
        case PORT_INFO -> node.portInfo[number] = value;
        case PORT_GUID -> node.portGuids[number] = ByteBuffer.wrap(value).getLong();
        case PEER -> {
          unlinked.peerGuids[number] = ByteBuffer.wrap(value).getLong();
          node.peerNumbers[number] = value[8] & 0xFF;
        }
        case GUID_INFO -> node.guidInfo[number] = value;
        case P_KEYS -> node.pKeys[number] = toShorts(value);
        case SL_TO_VL -> node.slToVl[number] = value;
        case VL_ARBITRATION -> node.vlArbitration[number] = value;
        default -> {
          // From a later version.
        }
      }
    }
  }

  private static byte[] value(ByteBuffer in) {
    int length = varint(in);
    int kept = varint(in);
    if (kept > length || kept > in.remaining() || length > 0xFFFFF) {
      throw new IllegalArgumentException("a field of %d bytes in %d".formatted(kept, length));
    }
    byte[] value = new byte[length];
    in.get(value, 0, kept);
    return value;
  }

  private static int varint(ByteBuffer in) {
    int value = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      int octet = in.get();
      value |= (octet & 0x7F) << shift;
      if (octet >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a length of more than four bytes");
  }

  private static short[] toShorts(byte[] bytes) {
    short[] values = new short[bytes.length / 2];
    ByteBuffer.wrap(bytes).asShortBuffer().get(values);
    return values;
  }
}
