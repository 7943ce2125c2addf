package io.dateline.mad.attribute;

import io.dateline.mad.attribute.Field.Format;

/** The output ports, 16 of them, of 32 multicast LIDs (IBA Vol 1, 14.2.5.12). */
public final class MulticastForwardingTable extends AttributeView {
  public static final int BYTES = 64;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("MulticastForwardingTable", BYTES);

  public static final Field PORT_MASK_BLOCK =
      TABLE.array("portMaskBlock", 0, 16, 32, 16, Format.HEX);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private MulticastForwardingTable(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public MulticastForwardingTable() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static MulticastForwardingTable of(byte[] data) {
    return new MulticastForwardingTable(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static MulticastForwardingTable in(byte[] data, int offset) {
    return new MulticastForwardingTable(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  /** Bit {@code b} is port 16 * position + b; the LID is 0xC000 + 32 * block + index. */
  public int portMaskBlock(int index) {
    return PORT_MASK_BLOCK.getInt(data, base, index);
  }

  public MulticastForwardingTable portMaskBlock(int index, int value) {
    PORT_MASK_BLOCK.setInt(data, base, index, value);
    return this;
  }

  /** Multicast LIDs in a block. */
  public static final int ENTRIES = 32;

  /** The AttributeModifier. */
  public static int modifier(int position, int block) {
    return position << 28 | block;
  }
}
