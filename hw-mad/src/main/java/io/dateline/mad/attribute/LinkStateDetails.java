package io.dateline.mad.attribute;

/**
 * Trap 128: a port of the switch changed its link state (IBA Vol 1, 14.2.5.1, Notice DataDetails).
 */
public final class LinkStateDetails extends NoticeDetails {
  public static final int BYTES = 54;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("LinkStateDetails", BYTES);

  public static final Field LID_ADDR = TABLE.number("lidAddr", 0, 16);

  public static final AttributeLayout LAYOUT = TABLE.reserved(16, 416).build();

  private LinkStateDetails(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public LinkStateDetails() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static LinkStateDetails of(byte[] data) {
    return new LinkStateDetails(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static LinkStateDetails in(byte[] data, int offset) {
    return new LinkStateDetails(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lidAddr() {
    return LID_ADDR.getInt(data, base);
  }

  public LinkStateDetails lidAddr(int value) {
    LID_ADDR.setInt(data, base, value);
    return this;
  }
}
