package io.dateline.sm.graph;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One node of a fabric as bytes, as far as engines read it. Equal nodes have equal bytes. They are
 * journaled, so that what they mean never changes. Numbers are big endian:
 *
 * <pre>
 * type (8 bits, as in NodeInfo), enhanced port 0 (8: 0 or 1), external ports n (8),
 * vendor id (32), device id (32), system image GUID (64),
 * description: length in bytes (32), UTF-8,
 * port GUIDs (64 each): of a switch that of port 0, of others those of ports 1 to n,
 * data VLs of ports 0 to n, in runs: number of ports (8), data VLs of each (8),
 * cables until the end, by port: port (8), node GUID (64) and port (8) at the other end,
 *   width (8, as in PortInfo), speed (8, place in SPEEDS from 1 on); 0 where it is not known
 * </pre>
 *
 * <p>Each cable is in the bytes of one node: that of the lower GUID, as unsigned integers. A cable
 * between two ports of a node is told at the lower port.
 */
final class GraphNode {
  private static final int HEAD_BYTES = 3 + 2 * Integer.BYTES + Long.BYTES + Integer.BYTES;
  private static final int CABLE_BYTES = 1 + Long.BYTES + 1 + 2;

  /** By number, from 1 on; more may be appended. */
  private static final List<LinkSpeed> SPEEDS =
      List.of(
          LinkSpeed.SDR,
          LinkSpeed.DDR,
          LinkSpeed.QDR,
          LinkSpeed.FDR10,
          LinkSpeed.FDR,
          LinkSpeed.EDR,
          LinkSpeed.HDR,
          LinkSpeed.NDR,
          LinkSpeed.XDR);

  /** A cable by names; width and speed are null where they are not known. */
  private record Cable(
      int number, long peerGuid, int peerNumber, LinkWidth width, LinkSpeed speed) {}

  private final Fabric.NodeDraft draft;
  private final List<Cable> cables = new ArrayList<>();

  private GraphNode(Fabric.NodeDraft draft) {
    this.draft = draft;
  }

  /** The bytes of a node. */
  static byte[] of(Fabric fabric, int node) {
    byte[] description = fabric.description(node).getBytes(StandardCharsets.UTF_8);
    int ports = fabric.externalPortCount(node);
    ByteBuffer out =
        ByteBuffer.allocate(
            HEAD_BYTES + description.length + (ports + 1) * (Long.BYTES + 2 + CABLE_BYTES));
    out.put((byte) fabric.type(node).code());
    out.put((byte) (fabric.hasEnhancedPort0(node) ? 1 : 0));
    out.put((byte) ports);
    out.putInt(fabric.vendorId(node));
    out.putInt(fabric.deviceId(node));
    out.putLong(fabric.systemImageGuid(node));
    out.putInt(description.length);
    out.put(description);
    for (int number = firstNamed(fabric.type(node));
        number <= lastNamed(fabric.type(node), ports);
        number++) {
      out.putLong(fabric.portGuid(fabric.port(node, number)));
    }
    putDataVls(out, fabric, node);
    for (int number = 1; number <= ports; number++) {
      putCable(out, fabric, fabric.port(node, number));
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  /** Number of the first port whose GUID is told. */
  private static int firstNamed(NodeType type) {
    return type == NodeType.SWITCH ? 0 : 1;
  }

  private static int lastNamed(NodeType type, int ports) {
    return type == NodeType.SWITCH ? 0 : ports;
  }

  private static void putDataVls(ByteBuffer out, Fabric fabric, int node) {
    int end = fabric.externalPortCount(node) + 1;
    int from = 0;
    while (from < end) {
      int dataVls = fabric.dataVls(fabric.port(node, from));
      int to = from + 1;
      while (to < end && fabric.dataVls(fabric.port(node, to)) == dataVls) {
        to++;
      }
      out.put((byte) (to - from)).put((byte) dataVls);
      from = to;
    }
  }

  private static void putCable(ByteBuffer out, Fabric fabric, int port) {
    int peer = fabric.peer(port);
    if (peer == Fabric.NONE) {
      return;
    }
    int number = fabric.portNumber(port);
    int peerNumber = fabric.portNumber(peer);
    long peerGuid = fabric.nodeGuid(fabric.nodeOf(peer));
    if (isToldAt(fabric.nodeGuid(fabric.nodeOf(port)), number, peerGuid, peerNumber)) {
      LinkWidth width = fabric.width(port);
      LinkSpeed speed = fabric.speed(port);
      out.put((byte) number).putLong(peerGuid).put((byte) peerNumber);
      out.put((byte) (width == null ? 0 : width.code()));
      out.put((byte) (speed == null ? 0 : SPEEDS.indexOf(speed) + 1));
    }
  }

  /** Whether a cable is in the bytes of the first end's node. */
  private static boolean isToldAt(long guid, int number, long peerGuid, int peerNumber) {
    return guid == peerGuid ? number <= peerNumber : Long.compareUnsigned(guid, peerGuid) < 0;
  }

  /**
   * Reads a node, without its cables: {@link #link} adds them when all nodes are there.
   *
   * @throws IllegalArgumentException if the bytes are none of a node, or the builder has that node
   */
  static GraphNode read(long guid, byte[] bytes, Fabric.Builder builder) {
    try {
      return read(guid, ByteBuffer.wrap(bytes), builder);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException(
          "the bytes of node %s end early".formatted(Guid.format(guid)), e);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "the description of node %s is no UTF-8".formatted(Guid.format(guid)), e);
    }
  }

  private static GraphNode read(long guid, ByteBuffer in, Fabric.Builder builder)
      throws CharacterCodingException {
    int code = in.get();
    int enhanced = in.get();
    NodeType type = NodeType.ofCode(code);
    check(type != null, guid, "type", code);
    check(enhanced == 0 || enhanced == 1, guid, "flag of an enhanced port 0", enhanced);
    int ports = in.get() & 0xFF;
    GraphNode node =
        new GraphNode(
            builder
                .node(type, guid, ports)
                .enhancedPort0(enhanced == 1)
                .vendorId(in.getInt())
                .deviceId(in.getInt())
                .systemImageGuid(in.getLong())
                .description(text(guid, in)));
    for (int number = firstNamed(type); number <= lastNamed(type, ports); number++) {
      node.draft.portGuid(number, in.getLong());
    }
    node.readDataVls(in);
    int before = 0;
    while (in.hasRemaining()) {
      Cable cable = readCable(guid, in);
      check(
          cable.number > before && cable.number <= ports,
          guid,
          "cable, behind others, at port",
          cable.number);
      node.cables.add(cable);
      before = cable.number;
    }
    return node;
  }

  private static String text(long guid, ByteBuffer in) throws CharacterCodingException {
    int length = in.getInt();
    check(length >= 0 && length <= in.remaining(), guid, "length of a description", length);
    String text =
        StandardCharsets.UTF_8.newDecoder().decode(in.slice(in.position(), length)).toString();
    in.position(in.position() + length);
    return text;
  }

  private void readDataVls(ByteBuffer in) {
    int end = draft.portCount() + 1;
    int number = 0;
    int before = 0;
    while (number < end) {
      int run = in.get() & 0xFF;
      int dataVls = in.get();
      check(run > 0 && run <= end - number, draft.guid(), "number of equal ports", run);
      check(dataVls != before, draft.guid(), "run of ports, twice, with data VLs", dataVls);
      before = dataVls;
      for (int i = 0; i < run; i++) {
        draft.dataVls(number++, dataVls);
      }
    }
  }

  private static Cable readCable(long guid, ByteBuffer in) {
    int number = in.get() & 0xFF;
    long peerGuid = in.getLong();
    int peerNumber = in.get() & 0xFF;
    int width = in.get();
    int speed = in.get();
    check(
        isToldAt(guid, number, peerGuid, peerNumber),
        guid,
        "cable, told at the other end, at port",
        number);
    check(width == 0 || LinkWidth.ofCode(width) != null, guid, "width", width);
    check(speed >= 0 && speed <= SPEEDS.size(), guid, "speed", speed);
    return new Cable(
        number,
        peerGuid,
        peerNumber,
        LinkWidth.ofCode(width),
        speed == 0 ? null : SPEEDS.get(speed - 1));
  }

  private static void check(boolean isValid, long guid, String what, int value) {
    if (!isValid) {
      throw new IllegalArgumentException(
          "node %s cannot have the %s %d".formatted(Guid.format(guid), what, value));
    }
  }

  /**
   * Adds the cables that are told at this node.
   *
   * @throws IllegalArgumentException if one leads to no port, or to one that has a cable
   */
  void link(Fabric.Builder builder) {
    for (Cable cable : cables) {
      Fabric.NodeDraft peer = builder.find(cable.peerGuid);
      if (peer == null) {
        throw new IllegalArgumentException(
            "a cable leads from node %s to %s, which is not there"
                .formatted(Guid.format(draft.guid()), Guid.format(cable.peerGuid)));
      }
      builder.link(draft, cable.number, peer, cable.peerNumber, cable.width, cable.speed);
    }
  }
}
