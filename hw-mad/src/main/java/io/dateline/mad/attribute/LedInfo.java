package io.dateline.mad.attribute;

/** The light that shows a port to people (IBA Vol 1, 14.2.5.15). */
public final class LedInfo extends AttributeView {
  public static final int BYTES = 4;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("LedInfo", BYTES);

  public static final Field LED_MASK = TABLE.number("ledMask", 0, 1);

  public static final AttributeLayout LAYOUT = TABLE.reserved(1, 31).build();

  private LedInfo(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public LedInfo() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static LedInfo of(byte[] data) {
    return new LedInfo(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static LedInfo in(byte[] data, int offset) {
    return new LedInfo(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public boolean ledMask() {
    return LED_MASK.getFlag(data, base);
  }

  public LedInfo ledMask(boolean value) {
    LED_MASK.setFlag(data, base, value);
    return this;
  }
}
