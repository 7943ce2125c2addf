package io.dateline.mad.transport.ibsim;

import io.dateline.fabric.Lid;
import io.dateline.mad.Mad;
import io.dateline.mad.transport.MadPacket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The layout of a data datagram of ibsim's remote protocol: 288 bytes, big-endian. A LID fills the
 * first half of its four bytes.
 *
 * <pre>
 *  0 destination LID . . | 4 source LID . . | 8 destination QP | 12 source QP
 * 16 status              | 20 . . . .       | 24 length (64 bits)
 * 32 MAD, 256 bytes
 * </pre>
 */
public final class DataPacket {
  public static final int BYTES = 288;

  /** Status of a packet that the simulator gives back because it could not deliver it. */
  public static final int STATUS_TIMED_OUT = 110;

  private static final int SOURCE_LID = 4;
  private static final int DESTINATION_QP = 8;
  private static final int SOURCE_QP = 12;
  private static final int STATUS = 16;
  private static final int LENGTH = 24;
  private static final int PAYLOAD = 32;

  /** Source LID that the simulator replaces by the port's own. */
  private static final int OWN_LID = 0;

  private DataPacket() {}

  /**
   * Writes a packet that leaves here and makes the buffer ready to be read.
   *
   * @param buffer at least 288 bytes
   */
  public static void encode(MadPacket packet, ByteBuffer buffer) {
    int sourceLid = packet.remoteLid() == Lid.PERMISSIVE ? Lid.PERMISSIVE : OWN_LID;
    buffer
        .clear()
        .order(ByteOrder.BIG_ENDIAN)
        .putInt(packet.remoteLid() << 16)
        .putInt(sourceLid << 16)
        .putInt(packet.remoteQueuePair())
        .putInt(packet.queuePair())
        .putLong(0) // status and padding
        .putLong(Mad.BYTES)
        .put(packet.mad().bytes())
        .flip();
  }

  /** Whether the buffer, ready to be read, holds a packet with a MAD in it. */
  public static boolean isValid(ByteBuffer buffer) {
    if (buffer.remaining() != BYTES) {
      return false;
    }
    buffer.order(ByteOrder.BIG_ENDIAN);
    return buffer.getLong(LENGTH) == Mad.BYTES
        && isManagementQueuePair(buffer.getInt(DESTINATION_QP))
        && buffer.getInt(SOURCE_QP) >= 0;
  }

  /** Status of a valid packet: 0, or why it came back. */
  public static int status(ByteBuffer buffer) {
    return buffer.getInt(STATUS);
  }

  /** A valid packet that arrived here. The bytes are copied. */
  public static MadPacket decode(ByteBuffer buffer) {
    byte[] mad = new byte[Mad.BYTES];
    buffer.get(PAYLOAD, mad);
    return new MadPacket(
        Mad.wrap(mad),
        buffer.getInt(DESTINATION_QP),
        buffer.getInt(SOURCE_LID) >>> 16,
        buffer.getInt(SOURCE_QP),
        0);
  }

  private static boolean isManagementQueuePair(int queuePair) {
    return queuePair == 0 || queuePair == 1;
  }
}
