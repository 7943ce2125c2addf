package io.dateline.mad.transport.ibsim;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A control datagram of ibsim's remote protocol, request or reply: 80 bytes in the byte order of
 * the hosts.
 *
 * <pre>
 *  0 magic 0xdeadbeef | 4 client slot | 8 type, 0 in a refusal | 12 bytes of data in use
 * 16 data, 64 bytes; CONNECT: 16 id | 20 queue pair | 24 is SM | 28 node id, 32 bytes, NUL-ended
 * </pre>
 *
 * @param client the client's slot
 * @param type one of the constants
 * @param data 64 bytes
 */
public record ControlPacket(int client, int type, byte[] data) {
  public static final int BYTES = 80;
  public static final int DATA_BYTES = 64;

  public static final int ERROR = 0;
  public static final int CONNECT = 1;
  public static final int DISCONNECT = 2;
  public static final int GET_PORT = 3;
  public static final int GET_VENDOR = 4;
  public static final int GET_GID = 5;
  public static final int GET_GUID = 6;
  public static final int GET_NODEINFO = 7;
  public static final int GET_PORTINFO = 8;
  public static final int SET_ISSM = 9;
  public static final int GET_PKEYS = 10;

  /** The longest node id in a CONNECT, in bytes. */
  public static final int NODE_ID_MAX = 31;

  private static final int MAGIC = 0xdeadbeef;
  private static final int DATA = 16;
  private static final int NODE_ID = 12; // in the data

  /** A request that carries no data. */
  public static ControlPacket of(int client, int type) {
    return new ControlPacket(client, type, new byte[DATA_BYTES]);
  }

  /** A request that carries one number: SET_ISSM. */
  public static ControlPacket of(int client, int type, int value) {
    ControlPacket packet = of(client, type);
    packet.buffer().putInt(0, value);
    return packet;
  }

  /**
   * A request for a slot.
   *
   * @param dataPort UDP port that the client receives at
   * @param node node id or description; empty for the first node
   * @throws IllegalArgumentException if {@code node} has more than {@link #NODE_ID_MAX} bytes
   */
  public static ControlPacket connect(int dataPort, String node) {
    byte[] id = node.getBytes(StandardCharsets.UTF_8);
    if (id.length > NODE_ID_MAX) {
      throw new IllegalArgumentException(
          "a node id has at most 31 bytes, '%s' has %d".formatted(node, id.length));
    }
    ControlPacket packet = of(0, CONNECT, dataPort);
    System.arraycopy(id, 0, packet.data, NODE_ID, id.length);
    return packet;
  }

  /** The first number in the data: slot given or data port in a CONNECT, flag in a SET_ISSM. */
  public int value() {
    return buffer().getInt(0);
  }

  /** Node id in a CONNECT. */
  public String node() {
    int end = NODE_ID;
    while (end < NODE_ID + NODE_ID_MAX && data[end] != 0) {
      end++;
    }
    return new String(data, NODE_ID, end - NODE_ID, StandardCharsets.UTF_8);
  }

  public byte[] encode() {
    byte[] bytes = new byte[BYTES];
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.nativeOrder())
        .putInt(MAGIC)
        .putInt(client)
        .putInt(type)
        .putInt(DATA_BYTES)
        .put(data);
    return bytes;
  }

  /** Reads the first {@code length} bytes; null if they are no control packet. */
  public static ControlPacket decode(byte[] bytes, int length) {
    if (length != BYTES) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    if (buffer.getInt(0) != MAGIC) {
      return null;
    }
    byte[] data = new byte[DATA_BYTES];
    System.arraycopy(bytes, DATA, data, 0, DATA_BYTES);
    return new ControlPacket(buffer.getInt(4), buffer.getInt(8), data);
  }

  private ByteBuffer buffer() {
    return ByteBuffer.wrap(data).order(ByteOrder.nativeOrder());
  }
}
