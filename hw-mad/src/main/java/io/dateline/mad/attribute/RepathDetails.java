package io.dateline.mad.attribute;

/**
 * Traps 68 and 69: paths no longer hold, or hold again; the path record follows the notice (IBA Vol
 * 1, 14.2.5.1, Notice DataDetails).
 */
public final class RepathDetails extends NoticeDetails {
  public static final int BYTES = 54;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("RepathDetails", BYTES);

  public static final Field COMP_MASK = TABLE.hex("compMask", 0, 64);
  public static final Field WAIT_FOR_REPATH = TABLE.number("waitForRepath", 64, 1);

  public static final AttributeLayout LAYOUT = TABLE.reserved(65, 367).build();

  private RepathDetails(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public RepathDetails() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static RepathDetails of(byte[] data) {
    return new RepathDetails(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static RepathDetails in(byte[] data, int offset) {
    return new RepathDetails(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public long compMask() {
    return COMP_MASK.get(data, base);
  }

  public RepathDetails compMask(long value) {
    COMP_MASK.set(data, base, value);
    return this;
  }

  public boolean waitForRepath() {
    return WAIT_FOR_REPATH.getFlag(data, base);
  }

  public RepathDetails waitForRepath(boolean value) {
    WAIT_FOR_REPATH.setFlag(data, base, value);
    return this;
  }
}
