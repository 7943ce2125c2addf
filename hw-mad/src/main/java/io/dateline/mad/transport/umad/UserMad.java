package io.dateline.mad.transport.umad;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.UmadLength;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * What is in front of a MAD between a process and the kernel (Linux,
 * Documentation/infiniband/user_mad.rst). Numbers are in host byte order unless marked be.
 *
 * <pre>
 *  0 agent | 4 status | 8 timeout ms | 12 retries | 16 length
 * 20 be QP number | 24 be Q_Key | 28 be LID | 30 SL | 31 path bits | 32 GRH present
 * 36 be GID: of what has sent it, where a GRH is present ...
 * 56 P_Key index (absent when the header has 56 bytes)
 * 64 the MAD
 * </pre>
 */
final class UserMad {
  static final int HEADER_BYTES = 64;
  static final int BYTES_MAX = HEADER_BYTES + Mad.BYTES;

  /** Q_Key that every management agent above QP0 listens with (IBA Vol 1, 3.5.4). */
  private static final int GENERAL_SERVICES_Q_KEY = 0x8001_0000;

  private static final int STATUS = 4;
  private static final int QUEUE_PAIR = 20;
  private static final int Q_KEY = 24;
  private static final int LID = 28;
  private static final int SERVICE_LEVEL = 30;
  private static final int HAS_GRH = 32;
  private static final int GID = 36;

  private static final VarHandle HOST_U32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle WIRE_U32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle WIRE_U64 =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle WIRE_U16 =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private UserMad() {}

  /** Header and what counts of the MAD; the library adds agent, timeout and retries. */
  static byte[] encode(MadPacket packet, int headerBytes) {
    int length = UmadLength.of(packet.mad());
    byte[] bytes = new byte[headerBytes + length];
    WIRE_U32.set(bytes, QUEUE_PAIR, packet.remoteQueuePair());
    WIRE_U32.set(bytes, Q_KEY, packet.queuePair() == 0 ? 0 : GENERAL_SERVICES_Q_KEY);
    WIRE_U16.set(bytes, LID, (short) packet.remoteLid());
    bytes[SERVICE_LEVEL] = (byte) packet.serviceLevel();
    System.arraycopy(packet.mad().bytes(), 0, bytes, headerBytes, length);
    return bytes;
  }

  /** Whether {@code length} bytes that were received are a header and one whole MAD. */
  static boolean isValid(int length, int headerBytes) {
    return length == headerBytes + Mad.BYTES;
  }

  /** 0 for a MAD that arrived; else it is one of ours, given back with an errno. */
  static int status(byte[] bytes) {
    return (int) HOST_U32.get(bytes, STATUS);
  }

  /** A valid MAD that arrived. The bytes are copied. */
  static MadPacket decode(byte[] bytes, int headerBytes) {
    byte[] copy = new byte[Mad.BYTES];
    System.arraycopy(bytes, headerBytes, copy, 0, Mad.BYTES);
    Mad mad = Mad.wrap(copy);
    return new MadPacket(
        mad,
        queuePair(mad.managementClass()),
        (short) WIRE_U16.get(bytes, LID) & 0xFFFF,
        (int) WIRE_U32.get(bytes, QUEUE_PAIR) & 0xFF_FFFF,
        bytes[SERVICE_LEVEL] & 0xF,
        sourceGid(bytes));
  }

  private static Optional<Gid> sourceGid(byte[] bytes) {
    return bytes[HAS_GRH] == 0
        ? Optional.empty()
        : Optional.of(
            new Gid((long) WIRE_U64.get(bytes, GID), (long) WIRE_U64.get(bytes, GID + Long.BYTES)));
  }

  private static int queuePair(int managementClass) {
    return switch (managementClass) {
      case Mad.CLASS_SUBN_LID, Mad.CLASS_SUBN_DIRECTED -> 0;
      default -> 1;
    };
  }
}
