package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.LinearForwardingTable;

/** 64 entries of a linear forwarding table (IBA Vol 1, 15.2.5.6). */
public final class LinearForwardingTableRecord extends AttributeView {
  public static final int BYTES = 72;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("LinearForwardingTableRecord", BYTES);

  public static final Field LID = TABLE.number("lid", 0, 16);
  public static final Field BLOCK_NUM = TABLE.number("blockNum", 16, 16);

  public static final AttributeLayout LAYOUT =
      TABLE
          .reserved(32, 32)
          .embed("linearForwardingTable", LinearForwardingTable.LAYOUT, 8)
          .build();

  private LinearForwardingTableRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public LinearForwardingTableRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static LinearForwardingTableRecord of(byte[] data) {
    return new LinearForwardingTableRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static LinearForwardingTableRecord in(byte[] data, int offset) {
    return new LinearForwardingTableRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lid() {
    return LID.getInt(data, base);
  }

  public LinearForwardingTableRecord lid(int value) {
    LID.setInt(data, base, value);
    return this;
  }

  public int blockNum() {
    return BLOCK_NUM.getInt(data, base);
  }

  public LinearForwardingTableRecord blockNum(int value) {
    BLOCK_NUM.setInt(data, base, value);
    return this;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public LinearForwardingTable linearForwardingTable() {
    return LinearForwardingTable.in(data, base + 8);
  }

  public LinearForwardingTableRecord linearForwardingTable(LinearForwardingTable value) {
    value.copyTo(data, base + 8);
    return this;
  }
}
