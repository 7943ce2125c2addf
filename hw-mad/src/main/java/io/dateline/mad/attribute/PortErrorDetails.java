package io.dateline.mad.attribute;

/**
 * Traps 129 to 131: link integrity, buffer overrun, flow control watchdog (IBA Vol 1, 14.2.5.1,
 * Notice DataDetails).
 */
public final class PortErrorDetails extends NoticeDetails {
  public static final int BYTES = 54;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("PortErrorDetails", BYTES);

  public static final Field LID_ADDR = TABLE.reserved(0, 16).number("lidAddr", 16, 16);
  public static final Field PORT_NO = TABLE.number("portNo", 32, 8);

  public static final AttributeLayout LAYOUT = TABLE.reserved(40, 392).build();

  private PortErrorDetails(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public PortErrorDetails() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static PortErrorDetails of(byte[] data) {
    return new PortErrorDetails(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static PortErrorDetails in(byte[] data, int offset) {
    return new PortErrorDetails(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lidAddr() {
    return LID_ADDR.getInt(data, base);
  }

  public PortErrorDetails lidAddr(int value) {
    LID_ADDR.setInt(data, base, value);
    return this;
  }

  public int portNo() {
    return PORT_NO.getInt(data, base);
  }

  public PortErrorDetails portNo(int value) {
    PORT_NO.setInt(data, base, value);
    return this;
  }
}
