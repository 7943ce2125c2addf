package io.dateline.mad.attribute;

import io.dateline.mad.attribute.Field.Format;

/** Trap 256: a packet with a wrong M_Key (IBA Vol 1, 14.2.5.1, Notice DataDetails). */
public final class BadMKeyDetails extends NoticeDetails {
  public static final int BYTES = 54;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("BadMKeyDetails", BYTES);

  public static final Field LID_ADDR = TABLE.reserved(0, 16).number("lidAddr", 16, 16);
  public static final Field DR_SLID = TABLE.number("drSlid", 32, 16);
  public static final Field METHOD = TABLE.hex("method", 48, 8);
  public static final Field ATTRIBUTE_ID = TABLE.reserved(56, 8).hex("attributeId", 64, 16);
  public static final Field ATTRIBUTE_MODIFIER = TABLE.hex("attributeModifier", 80, 32);
  public static final Field M_KEY = TABLE.hex("mKey", 112, 64);
  public static final Field DR_NOTICE = TABLE.reserved(176, 8).number("drNotice", 184, 1);
  public static final Field DR_PATH_TRUNCATED = TABLE.number("drPathTruncated", 185, 1);
  public static final Field DR_HOP_COUNT = TABLE.number("drHopCount", 186, 6);
  public static final Field DR_NOTICE_RETURN_PATH =
      TABLE.array("drNoticeReturnPath", 192, 8, 30, 8, Format.DECIMAL);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private BadMKeyDetails(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public BadMKeyDetails() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static BadMKeyDetails of(byte[] data) {
    return new BadMKeyDetails(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static BadMKeyDetails in(byte[] data, int offset) {
    return new BadMKeyDetails(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lidAddr() {
    return LID_ADDR.getInt(data, base);
  }

  public BadMKeyDetails lidAddr(int value) {
    LID_ADDR.setInt(data, base, value);
    return this;
  }

  public int drSlid() {
    return DR_SLID.getInt(data, base);
  }

  public BadMKeyDetails drSlid(int value) {
    DR_SLID.setInt(data, base, value);
    return this;
  }

  public int method() {
    return METHOD.getInt(data, base);
  }

  public BadMKeyDetails method(int value) {
    METHOD.setInt(data, base, value);
    return this;
  }

  public int attributeId() {
    return ATTRIBUTE_ID.getInt(data, base);
  }

  public BadMKeyDetails attributeId(int value) {
    ATTRIBUTE_ID.setInt(data, base, value);
    return this;
  }

  public int attributeModifier() {
    return ATTRIBUTE_MODIFIER.getInt(data, base);
  }

  public BadMKeyDetails attributeModifier(int value) {
    ATTRIBUTE_MODIFIER.setInt(data, base, value);
    return this;
  }

  public long mKey() {
    return M_KEY.get(data, base);
  }

  public BadMKeyDetails mKey(long value) {
    M_KEY.set(data, base, value);
    return this;
  }

  /** The packet was directed-route. */
  public boolean drNotice() {
    return DR_NOTICE.getFlag(data, base);
  }

  public BadMKeyDetails drNotice(boolean value) {
    DR_NOTICE.setFlag(data, base, value);
    return this;
  }

  public boolean drPathTruncated() {
    return DR_PATH_TRUNCATED.getFlag(data, base);
  }

  public BadMKeyDetails drPathTruncated(boolean value) {
    DR_PATH_TRUNCATED.setFlag(data, base, value);
    return this;
  }

  public int drHopCount() {
    return DR_HOP_COUNT.getInt(data, base);
  }

  public BadMKeyDetails drHopCount(int value) {
    DR_HOP_COUNT.setInt(data, base, value);
    return this;
  }

  public int drNoticeReturnPath(int index) {
    return DR_NOTICE_RETURN_PATH.getInt(data, base, index);
  }

  public BadMKeyDetails drNoticeReturnPath(int index, int value) {
    DR_NOTICE_RETURN_PATH.setInt(data, base, index, value);
    return this;
  }
}
