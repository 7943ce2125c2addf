package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.transport.ibsim.ControlPacket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The data of ibsim's control replies, 64 bytes each: attributes in wire order, everything else in
 * the byte order of the hosts.
 *
 * <pre>
 * CONNECT     0 slot | 4 queue pair | 8 is SM | 12 node id, NUL-ended
 * GET_PORT    0 LID (16 bits) | 2 state
 * GET_VENDOR  0 vendor | 4 device | 8 hardware version | 16 firmware version (64 bits)
 * </pre>
 */
final class ControlAnswers {
  private static final int IS_SM = 8;
  private static final int NODE_ID = 12;

  private ControlAnswers() {}

  /** Whether a CONNECT asks for IsSM at once. */
  static boolean isSm(ControlPacket connect) {
    return over(connect.data()).getInt(IS_SM) != 0;
  }

  static ControlPacket connected(int slot, Fabric fabric, int port) {
    byte[] id = NodeNames.id(fabric, fabric.nodeOf(port)).getBytes(StandardCharsets.US_ASCII);
    byte[] data = new byte[ControlPacket.DATA_BYTES];
    over(data).putInt(0, slot).put(NODE_ID, id);
    return new ControlPacket(slot, ControlPacket.CONNECT, data);
  }

  static byte[] port(SimulatedFabric simulated, int port) {
    byte[] data = new byte[ControlPacket.DATA_BYTES];
    over(data).putShort(0, (short) simulated.lid(port)).put(2, (byte) simulated.portState(port));
    return data;
  }

  static byte[] vendor(Fabric fabric, int port) {
    int node = fabric.nodeOf(port);
    byte[] data = new byte[ControlPacket.DATA_BYTES];
    over(data).putInt(0, fabric.vendorId(node)).putInt(4, fabric.deviceId(node)).putLong(16, 1);
    return data;
  }

  static byte[] gid(SimulatedFabric simulated, int port) {
    byte[] data = new byte[ControlPacket.DATA_BYTES];
    over(data)
        .order(ByteOrder.BIG_ENDIAN)
        .putLong(0, simulated.portInfo(port).gidPrefix())
        .putLong(8, simulated.fabric().portGuid(port));
    return data;
  }

  static byte[] guid(Fabric fabric, int port) {
    byte[] data = new byte[ControlPacket.DATA_BYTES];
    over(data).order(ByteOrder.BIG_ENDIAN).putLong(0, fabric.nodeGuid(fabric.nodeOf(port)));
    return data;
  }

  // What a program asks its own node's agent.

  static Mad nodeInfo() {
    return Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0);
  }

  static Mad portInfo(int number) {
    return Smp.get(DirectedRoute.LOCAL, AttributeId.PORT_INFO, number, 0);
  }

  static Mad pKeys() {
    return Smp.get(DirectedRoute.LOCAL, AttributeId.P_KEY_TABLE, 0, 0);
  }

  private static ByteBuffer over(byte[] data) {
    return ByteBuffer.wrap(data).order(ByteOrder.nativeOrder());
  }
}
