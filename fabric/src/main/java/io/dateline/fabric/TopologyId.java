package io.dateline.fabric;

import java.nio.ByteBuffer;

/**
 * A 64-bit name of a topology: the same for two fabrics exactly when they have the same nodes, port
 * GUIDs and links of the same widths and speeds (but for a chance of 2^-64). LIDs, descriptions and
 * data VLs do not count. It is the head of a SHA-256 over these in index order, which is
 * independent of the order in which they were found.
 */
public final class TopologyId {
  private static final int NODE_BYTES = 4 + Long.BYTES;
  private static final int PORT_BYTES = Long.BYTES + Integer.BYTES + 1 + Double.BYTES;

  private TopologyId() {}

  public static long of(Fabric fabric) {
    Sha256 digest = new Sha256();
    for (int node = 0; node < fabric.nodeCount(); node++) {
      digest.add(node(fabric, node));
    }
    return digest.head();
  }

  private static byte[] node(Fabric fabric, int node) {
    int ports = fabric.externalPortCount(node);
    ByteBuffer bytes = ByteBuffer.allocate(NODE_BYTES + (ports + 1) * PORT_BYTES);
    bytes.put((byte) fabric.type(node).code());
    bytes.put((byte) (fabric.hasEnhancedPort0(node) ? 1 : 0));
    bytes.putShort((short) ports);
    bytes.putLong(fabric.nodeGuid(node));
    for (int number = 0; number <= ports; number++) {
      int port = fabric.port(node, number);
      LinkWidth width = fabric.width(port);
      LinkSpeed speed = fabric.speed(port);
      bytes.putLong(fabric.portGuid(port));
      bytes.putInt(fabric.peer(port));
      bytes.put((byte) (width == null ? 0 : width.code()));
      bytes.putDouble(speed == null ? 0 : speed.laneGbps());
    }
    return bytes.array();
  }
}
