package io.dateline.mad.attribute;

import io.dateline.mad.attribute.Field.Format;

/** 32 entries of a VL arbitration table (IBA Vol 1, 14.2.5.9). */
public final class VlArbitrationTable extends AttributeView {
  public static final int BYTES = 64;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("VLArbitrationTable", BYTES);

  public static final Field VL =
      TABLE.reservedArray(0, 4, 32, 16).sameComponent().array("vl", 4, 4, 32, 16, Format.DECIMAL);
  public static final Field WEIGHT =
      TABLE.sameComponent().array("weight", 8, 8, 32, 16, Format.DECIMAL);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private VlArbitrationTable(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public VlArbitrationTable() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static VlArbitrationTable of(byte[] data) {
    return new VlArbitrationTable(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static VlArbitrationTable in(byte[] data, int offset) {
    return new VlArbitrationTable(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int vl(int index) {
    return VL.getInt(data, base, index);
  }

  public VlArbitrationTable vl(int index, int value) {
    VL.setInt(data, base, index, value);
    return this;
  }

  /** Units of 64 bytes; 0 skips the entry. */
  public int weight(int index) {
    return WEIGHT.getInt(data, base, index);
  }

  public VlArbitrationTable weight(int index, int value) {
    WEIGHT.setInt(data, base, index, value);
    return this;
  }

  /** Entries in a block. */
  public static final int ENTRIES = 32;

  /** Blocks: the lower and upper half of the low-priority table, then of the high-priority one. */
  public static final int LOW_LOWER = 1;

  public static final int LOW_UPPER = 2;
  public static final int HIGH_LOWER = 3;
  public static final int HIGH_UPPER = 4;

  /** The AttributeModifier; {@code port} is 0 for a channel adapter. */
  public static int modifier(int port, int block) {
    return block << 16 | port;
  }
}
