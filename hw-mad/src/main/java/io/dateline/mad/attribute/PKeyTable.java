package io.dateline.mad.attribute;

import io.dateline.mad.attribute.Field.Format;

/** A block of 32 partition keys of a port (IBA Vol 1, 14.2.5.7). */
public final class PKeyTable extends AttributeView {
  public static final int BYTES = 64;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("P_KeyTable", BYTES);

  public static final Field P_KEY_BLOCK = TABLE.array("pKeyBlock", 0, 16, 32, 16, Format.HEX);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private PKeyTable(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public PKeyTable() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static PKeyTable of(byte[] data) {
    return new PKeyTable(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static PKeyTable in(byte[] data, int offset) {
    return new PKeyTable(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  /** The top bit is full membership; 0 is an empty entry. */
  public int pKeyBlock(int index) {
    return P_KEY_BLOCK.getInt(data, base, index);
  }

  public PKeyTable pKeyBlock(int index, int value) {
    P_KEY_BLOCK.setInt(data, base, index, value);
    return this;
  }

  /** Keys in a block. */
  public static final int ENTRIES = 32;

  /**
   * The AttributeModifier; {@code port} counts for a switch's external ports and is 0 elsewhere.
   */
  public static int modifier(int port, int block) {
    return port << 16 | block;
  }
}
