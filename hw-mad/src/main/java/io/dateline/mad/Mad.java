package io.dateline.mad;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One management datagram: 256 bytes in wire order (IBA Vol 1, 13.4.3).
 *
 * <pre>
 *  0 BaseVersion | MgmtClass | ClassVersion | R Method
 *  4 Status (directed route: D bit + 15)    | ClassSpecific (directed route: HopPointer | HopCount)
 *  8 TransactionID
 * 16 AttributeID             | reserved
 * 20 AttributeModifier
 * 24 class specific from here on:
 *    SMP: 24 M_Key, 32 DrSLID, 34 DrDLID, 64 data (64 bytes), 128 initial path, 192 return path
 *    SA:  24 RMPP header, 36 SM_Key, 44 AttributeOffset, 48 ComponentMask, 56 data (200 bytes)
 * </pre>
 *
 * <p>A MAD is written by one thread until it is handed to a transport or mailbox; from then on it
 * is read only.
 */
public final class Mad {
  public static final int BYTES = 256;

  public static final int CLASS_SUBN_LID = 0x01;
  public static final int CLASS_SUBN_DIRECTED = 0x81;
  public static final int CLASS_SUBN_ADM = 0x03;

  public static final int GET = 0x01;
  public static final int SET = 0x02;
  public static final int SEND = 0x03;
  public static final int TRAP = 0x05;
  public static final int REPORT = 0x06;
  public static final int TRAP_REPRESS = 0x07;
  public static final int GET_TABLE = 0x12;
  public static final int GET_TRACE_TABLE = 0x13;
  public static final int GET_MULTI = 0x14;
  public static final int DELETE = 0x15;
  public static final int GET_RESP = 0x81;
  public static final int REPORT_RESP = 0x86;
  public static final int GET_TABLE_RESP = 0x92;
  public static final int GET_MULTI_RESP = 0x94;
  public static final int DELETE_RESP = 0x95;

  /** Set in the method of every response. */
  public static final int RESPONSE_BIT = 0x80;

  public static final int STATUS_BUSY = 0x0001;
  public static final int STATUS_BAD_VERSION = 0x0004;
  public static final int STATUS_UNSUPPORTED_METHOD = 0x0008;
  public static final int STATUS_UNSUPPORTED_METHOD_ATTRIBUTE = 0x000C;
  public static final int STATUS_INVALID_FIELD = 0x001C;

  /** Direction bit of a directed-route SMP's status: on its way back. */
  public static final int DIRECTION_BIT = 0x8000;

  /** Offset and length of an SMP's attribute. */
  public static final int SMP_DATA = 64;

  public static final int SMP_DATA_BYTES = 64;

  /** Offset and length of the payload of an SA MAD, as far as one MAD carries it. */
  public static final int SA_DATA = 56;

  public static final int SA_DATA_BYTES = 200;

  private static final int INITIAL_PATH = 128;
  private static final int RETURN_PATH = 192;

  private static final VarHandle U16 =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle U32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle U64 =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;

  /** A MAD of zeros. */
  public Mad() {
    bytes = new byte[BYTES];
  }

  private Mad(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Takes over 256 bytes from a wire; they are not copied.
   *
   * @throws IllegalArgumentException if there are more or fewer
   */
  public static Mad wrap(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a MAD has 256 bytes, not " + bytes.length);
    }
    return new Mad(bytes);
  }

  public Mad copy() {
    return new Mad(bytes.clone());
  }

  /** The bytes themselves, not a copy. */
  public byte[] bytes() {
    return bytes;
  }

  public int u8(int offset) {
    return bytes[offset] & 0xFF;
  }

  public int u16(int offset) {
    return (short) U16.get(bytes, offset) & 0xFFFF;
  }

  public int u32(int offset) {
    return (int) U32.get(bytes, offset);
  }

  public long u64(int offset) {
    return (long) U64.get(bytes, offset);
  }

  public Mad u8(int offset, int value) {
    bytes[offset] = (byte) value;
    return this;
  }

  public Mad u16(int offset, int value) {
    U16.set(bytes, offset, (short) value);
    return this;
  }

  public Mad u32(int offset, int value) {
    U32.set(bytes, offset, value);
    return this;
  }

  public Mad u64(int offset, long value) {
    U64.set(bytes, offset, value);
    return this;
  }

  public int managementClass() {
    return u8(1);
  }

  public int classVersion() {
    return u8(2);
  }

  public int method() {
    return u8(3);
  }

  public Mad method(int method) {
    return u8(3, method);
  }

  public boolean isResponse() {
    return (method() & RESPONSE_BIT) != 0 || method() == TRAP_REPRESS;
  }

  public boolean isDirectedRoute() {
    return managementClass() == CLASS_SUBN_DIRECTED;
  }

  /** Status without a directed route's direction bit; 0 is success. */
  public int status() {
    return isDirectedRoute() ? u16(4) & ~DIRECTION_BIT : u16(4);
  }

  /** Sets the status and leaves a directed route's direction bit alone. */
  public Mad status(int status) {
    return u16(4, isDirectedRoute() ? (u16(4) & DIRECTION_BIT) | status : status);
  }

  public long transactionId() {
    return u64(8);
  }

  public Mad transactionId(long id) {
    return u64(8, id);
  }

  public int attributeId() {
    return u16(16);
  }

  public int attributeModifier() {
    return u32(20);
  }

  /** M_Key of an SMP. */
  public long mKey() {
    return u64(24);
  }

  public Mad mKey(long mKey) {
    return u64(24, mKey);
  }

  public boolean isReturning() {
    return isDirectedRoute() && (u16(4) & DIRECTION_BIT) != 0;
  }

  public int hopPointer() {
    return u8(6);
  }

  public Mad hopPointer(int value) {
    return u8(6, value);
  }

  public int hopCount() {
    return u8(7);
  }

  /** Output port number at hop {@code hop} (1 to 63) of a directed route. */
  public int initialPath(int hop) {
    return u8(INITIAL_PATH + hop);
  }

  public int returnPath(int hop) {
    return u8(RETURN_PATH + hop);
  }

  public Mad returnPath(int hop, int portNumber) {
    return u8(RETURN_PATH + hop, portNumber);
  }

  /** Writes the common header; what was in these 24 bytes is gone. */
  public Mad header(
      int managementClass, int classVersion, int method, int attributeId, int modifier) {
    u8(0, 1);
    u8(1, managementClass);
    u8(2, classVersion);
    u8(3, method);
    u32(4, 0);
    u64(8, 0);
    u16(16, attributeId);
    u16(18, 0);
    return u32(20, modifier);
  }

  /** Writes a directed route: hop pointer 0, permissive LIDs at both ends. */
  Mad route(DirectedRoute route) {
    u8(6, 0);
    u8(7, route.hopCount());
    u16(32, 0xFFFF);
    u16(34, 0xFFFF);
    for (int hop = 1; hop <= route.hopCount(); hop++) {
      u8(INITIAL_PATH + hop, route.port(hop));
    }
    return this;
  }

  @Override
  public String toString() {
    return "Mad[class=0x%02x method=0x%02x attribute=0x%04x modifier=0x%08x status=0x%04x tid=0x%x]"
        .formatted(
            managementClass(),
            method(),
            attributeId(),
            attributeModifier(),
            status(),
            transactionId());
  }
}
