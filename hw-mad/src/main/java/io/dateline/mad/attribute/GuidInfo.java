package io.dateline.mad.attribute;

import io.dateline.mad.attribute.Field.Format;

/**
 * A block of 8 GUIDs of an end port; the AttributeModifier is the number of the block (IBA Vol 1,
 * 14.2.5.5).
 */
public final class GuidInfo extends AttributeView {
  public static final int BYTES = 64;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("GUIDInfo", BYTES);

  public static final Field GUID_BLOCK = TABLE.components("guidBlock", 0, 64, 8, Format.HEX);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private GuidInfo(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public GuidInfo() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static GuidInfo of(byte[] data) {
    return new GuidInfo(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static GuidInfo in(byte[] data, int offset) {
    return new GuidInfo(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public long guidBlock(int index) {
    return GUID_BLOCK.get(data, base, index);
  }

  public GuidInfo guidBlock(int index, long value) {
    GUID_BLOCK.set(data, base, index, value);
    return this;
  }
}
