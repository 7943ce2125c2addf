package io.dateline.mad.sa;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;

/**
 * What an SA MAD has between the common header and its data: RMPP header and SA header (IBA Vol 1,
 * 13.6.2.1 and 15.2.1.1).
 */
public final class SaHeader extends AttributeView {
  public static final int BYTES = 32;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("SaHeader", BYTES);

  public static final Field RMPP_VERSION = TABLE.number("rmppVersion", 0, 8);
  public static final Field RMPP_TYPE = TABLE.number("rmppType", 8, 8);
  public static final Field R_RESP_TIME = TABLE.number("rRespTime", 16, 5);
  public static final Field RMPP_FLAGS = TABLE.hex("rmppFlags", 21, 3);
  public static final Field RMPP_STATUS = TABLE.number("rmppStatus", 24, 8);
  public static final Field SEGMENT_NUMBER = TABLE.number("segmentNumber", 32, 32);
  public static final Field PAYLOAD_LENGTH = TABLE.number("payloadLength", 64, 32);
  public static final Field SM_KEY = TABLE.hex("smKey", 96, 64);
  public static final Field ATTRIBUTE_OFFSET = TABLE.number("attributeOffset", 160, 16);
  public static final Field COMPONENT_MASK = TABLE.reserved(176, 16).hex("componentMask", 192, 64);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private SaHeader(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public SaHeader() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static SaHeader of(byte[] data) {
    return new SaHeader(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static SaHeader in(byte[] data, int offset) {
    return new SaHeader(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int rmppVersion() {
    return RMPP_VERSION.getInt(data, base);
  }

  public SaHeader rmppVersion(int value) {
    RMPP_VERSION.setInt(data, base, value);
    return this;
  }

  /** A value of {@link Rmpp}. */
  public int rmppType() {
    return RMPP_TYPE.getInt(data, base);
  }

  public SaHeader rmppType(int value) {
    RMPP_TYPE.setInt(data, base, value);
    return this;
  }

  /** 4.096 us * 2^value; 31 is none. */
  public int rRespTime() {
    return R_RESP_TIME.getInt(data, base);
  }

  public SaHeader rRespTime(int value) {
    R_RESP_TIME.setInt(data, base, value);
    return this;
  }

  /** Bits of {@link Rmpp}; no ACTIVE: the rest of the RMPP header means nothing. */
  public int rmppFlags() {
    return RMPP_FLAGS.getInt(data, base);
  }

  public SaHeader rmppFlags(int value) {
    RMPP_FLAGS.setInt(data, base, value);
    return this;
  }

  public int rmppStatus() {
    return RMPP_STATUS.getInt(data, base);
  }

  public SaHeader rmppStatus(int value) {
    RMPP_STATUS.setInt(data, base, value);
    return this;
  }

  /** Of DATA its number, from 1; of ACK the last one received in order. */
  public long segmentNumber() {
    return SEGMENT_NUMBER.get(data, base);
  }

  public SaHeader segmentNumber(long value) {
    SEGMENT_NUMBER.set(data, base, value);
    return this;
  }

  /**
   * Of DATA, first segment: all bytes that follow the RMPP headers of all segments, SA headers
   * included, or 0. Last segment: those of this one.
   */
  public long payloadLength() {
    return PAYLOAD_LENGTH.get(data, base);
  }

  public SaHeader payloadLength(long value) {
    PAYLOAD_LENGTH.set(data, base, value);
    return this;
  }

  public long smKey() {
    return SM_KEY.get(data, base);
  }

  public SaHeader smKey(long value) {
    SM_KEY.set(data, base, value);
    return this;
  }

  /** Bytes from one record to the next, divided by 8. */
  public int attributeOffset() {
    return ATTRIBUTE_OFFSET.getInt(data, base);
  }

  public SaHeader attributeOffset(int value) {
    ATTRIBUTE_OFFSET.setInt(data, base, value);
    return this;
  }

  public long componentMask() {
    return COMPONENT_MASK.get(data, base);
  }

  public SaHeader componentMask(long value) {
    COMPONENT_MASK.set(data, base, value);
    return this;
  }

  /** Where the header begins in a MAD. */
  public static final int OFFSET = 24;

  /** The header of a MAD; what is written to it is written to the MAD. */
  public static SaHeader of(Mad mad) {
    return new SaHeader(mad.bytes(), OFFSET);
  }

  /** Of ACK: the last segment the sender may send. It takes the place of the payload length. */
  public long newWindowLast() {
    return payloadLength();
  }

  public SaHeader newWindowLast(long value) {
    return payloadLength(value);
  }

  public boolean isRmppActive() {
    return (rmppFlags() & Rmpp.ACTIVE) != 0;
  }
}
