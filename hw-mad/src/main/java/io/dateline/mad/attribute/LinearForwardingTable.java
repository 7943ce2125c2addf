package io.dateline.mad.attribute;

import io.dateline.mad.attribute.Field.Format;

/**
 * The output ports of 64 LIDs; the AttributeModifier is the number of the block (IBA Vol 1,
 * 14.2.5.10).
 */
public final class LinearForwardingTable extends AttributeView {
  public static final int BYTES = 64;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("LinearForwardingTable", BYTES);

  public static final Field PORT_BLOCK = TABLE.array("portBlock", 0, 8, 64, 8, Format.DECIMAL);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private LinearForwardingTable(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public LinearForwardingTable() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static LinearForwardingTable of(byte[] data) {
    return new LinearForwardingTable(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static LinearForwardingTable in(byte[] data, int offset) {
    return new LinearForwardingTable(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  /** Output port of LID 64 * block + index; 255 discards. */
  public int portBlock(int index) {
    return PORT_BLOCK.getInt(data, base, index);
  }

  public LinearForwardingTable portBlock(int index, int value) {
    PORT_BLOCK.setInt(data, base, index, value);
    return this;
  }

  /** LIDs in a block. */
  public static final int ENTRIES = 64;
}
