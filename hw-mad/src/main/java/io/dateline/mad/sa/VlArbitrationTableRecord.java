package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.VlArbitrationTable;

/** 32 entries of a VL arbitration table (IBA Vol 1, 15.2.5.9). */
public final class VlArbitrationTableRecord extends AttributeView {
  public static final int BYTES = 72;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("VLArbitrationTableRecord", BYTES);

  public static final Field LID = TABLE.number("lid", 0, 16);
  public static final Field OUTPUT_PORT_NUM = TABLE.number("outputPortNum", 16, 8);
  public static final Field BLOCK_NUM = TABLE.number("blockNum", 24, 8);

  public static final AttributeLayout LAYOUT =
      TABLE.reserved(32, 32).embed("vlArbitrationTable", VlArbitrationTable.LAYOUT, 8).build();

  private VlArbitrationTableRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public VlArbitrationTableRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static VlArbitrationTableRecord of(byte[] data) {
    return new VlArbitrationTableRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static VlArbitrationTableRecord in(byte[] data, int offset) {
    return new VlArbitrationTableRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lid() {
    return LID.getInt(data, base);
  }

  public VlArbitrationTableRecord lid(int value) {
    LID.setInt(data, base, value);
    return this;
  }

  public int outputPortNum() {
    return OUTPUT_PORT_NUM.getInt(data, base);
  }

  public VlArbitrationTableRecord outputPortNum(int value) {
    OUTPUT_PORT_NUM.setInt(data, base, value);
    return this;
  }

  public int blockNum() {
    return BLOCK_NUM.getInt(data, base);
  }

  public VlArbitrationTableRecord blockNum(int value) {
    BLOCK_NUM.setInt(data, base, value);
    return this;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public VlArbitrationTable vlArbitrationTable() {
    return VlArbitrationTable.in(data, base + 8);
  }

  public VlArbitrationTableRecord vlArbitrationTable(VlArbitrationTable value) {
    value.copyTo(data, base + 8);
    return this;
  }
}
