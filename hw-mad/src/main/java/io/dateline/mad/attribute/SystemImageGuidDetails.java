package io.dateline.mad.attribute;

/** Trap 145: the system image GUID changed (IBA Vol 1, 14.2.5.1, Notice DataDetails). */
public final class SystemImageGuidDetails extends NoticeDetails {
  public static final int BYTES = 54;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("SystemImageGuidDetails", BYTES);

  public static final Field LID_ADDR = TABLE.reserved(0, 16).number("lidAddr", 16, 16);
  public static final Field SYSTEM_IMAGE_GUID =
      TABLE.reserved(32, 16).hex("systemImageGuid", 48, 64);

  public static final AttributeLayout LAYOUT = TABLE.reserved(112, 320).build();

  private SystemImageGuidDetails(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public SystemImageGuidDetails() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static SystemImageGuidDetails of(byte[] data) {
    return new SystemImageGuidDetails(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static SystemImageGuidDetails in(byte[] data, int offset) {
    return new SystemImageGuidDetails(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lidAddr() {
    return LID_ADDR.getInt(data, base);
  }

  public SystemImageGuidDetails lidAddr(int value) {
    LID_ADDR.setInt(data, base, value);
    return this;
  }

  public long systemImageGuid() {
    return SYSTEM_IMAGE_GUID.get(data, base);
  }

  public SystemImageGuidDetails systemImageGuid(long value) {
    SYSTEM_IMAGE_GUID.set(data, base, value);
    return this;
  }
}
