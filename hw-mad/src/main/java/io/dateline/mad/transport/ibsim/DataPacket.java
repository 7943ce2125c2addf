package io.dateline.mad.transport.ibsim;

import io.dateline.fabric.Lid;
import io.dateline.mad.Mad;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.UmadLength;
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

  private static final int DESTINATION_LID = 0;
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
        .putLong(UmadLength.of(packet.mad()))
        .put(packet.mad().bytes())
        .flip();
  }

  /** Whether the buffer, ready to be read, holds a packet with a MAD in it. */
  public static boolean isValid(ByteBuffer buffer) {
    if (buffer.remaining() != BYTES) {
      return false;
    }
    buffer.order(ByteOrder.BIG_ENDIAN);
    return isLength(buffer.getLong(LENGTH))
        && isManagementQueuePair(buffer.getInt(DESTINATION_QP))
        && buffer.getInt(SOURCE_QP) >= 0;
  }

  /** Status of a valid packet: 0, or why it came back. */
  public static int status(ByteBuffer buffer) {
    return buffer.getInt(STATUS);
  }

  /** A valid packet that arrived here. The bytes that count are copied, the others are 0. */
  public static MadPacket decode(ByteBuffer buffer) {
    byte[] mad = new byte[Mad.BYTES];
    buffer.get(PAYLOAD, mad, 0, (int) buffer.getLong(LENGTH));
    return new MadPacket(
        Mad.wrap(mad),
        buffer.getInt(DESTINATION_QP),
        buffer.getInt(SOURCE_LID) >>> 16,
        buffer.getInt(SOURCE_QP),
        0);
  }

  // The simulator's side.

  /**
   * Whether the buffer, ready to be read, holds a packet that a client sent. Clients may say that
   * their MAD is shorter than 256 bytes; they send as many all the same.
   */
  public static boolean isValidAtServer(ByteBuffer buffer) {
    if (buffer.remaining() != BYTES) {
      return false;
    }
    buffer.order(ByteOrder.BIG_ENDIAN);
    return isLength(buffer.getLong(LENGTH))
        && buffer.getInt(DESTINATION_QP) >= 0 // a program's own, perhaps
        && isManagementQueuePair(buffer.getInt(SOURCE_QP));
  }

  /** How many bytes of the MAD count, 1 to 256, as the client says in a valid packet. */
  public static int lengthAtServer(ByteBuffer buffer) {
    return (int) buffer.getLong(LENGTH);
  }

  /** A valid packet that a client sent: {@code remoteLid} is where it goes. Bytes are copied. */
  public static MadPacket decodeAtServer(ByteBuffer buffer) {
    byte[] mad = new byte[Mad.BYTES];
    buffer.get(PAYLOAD, mad);
    return new MadPacket(
        Mad.wrap(mad),
        buffer.getInt(SOURCE_QP),
        buffer.getInt(DESTINATION_LID) >>> 16,
        buffer.getInt(DESTINATION_QP),
        0);
  }

  /**
   * Writes a packet that goes to a client, and makes the buffer ready to be read.
   *
   * @param packet what the client receives: {@code remoteLid} is where it comes from
   * @param lengthBytes how many bytes of the MAD count, which the client's tools go by
   * @param clientLid LID of the client's port
   * @param buffer at least 288 bytes
   */
  public static void encodeAtServer(
      MadPacket packet, int lengthBytes, int clientLid, ByteBuffer buffer) {
    int destinationLid = packet.remoteLid() == Lid.PERMISSIVE ? Lid.PERMISSIVE : clientLid;
    buffer
        .clear()
        .order(ByteOrder.BIG_ENDIAN)
        .putInt(destinationLid << 16)
        .putInt(packet.remoteLid() << 16)
        .putInt(packet.queuePair())
        .putInt(packet.remoteQueuePair())
        .putLong(0) // status and padding
        .putLong(lengthBytes)
        .put(packet.mad().bytes())
        .flip();
  }

  /** Turns a client's packet into the one that says it came nowhere, ready to be read. */
  public static void markTimedOut(ByteBuffer buffer) {
    buffer.clear().order(ByteOrder.BIG_ENDIAN).putInt(STATUS, STATUS_TIMED_OUT).limit(BYTES);
  }

  private static boolean isLength(long length) {
    return length > 0 && length <= Mad.BYTES;
  }

  private static boolean isManagementQueuePair(int queuePair) {
    return queuePair == 0 || queuePair == 1;
  }
}
