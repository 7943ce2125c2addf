package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.MulticastForwardingTable;

/** 16 ports of 32 entries of a multicast forwarding table (IBA Vol 1, 15.2.5.8). */
public final class MulticastForwardingTableRecord extends AttributeView {
  public static final int BYTES = 72;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("MulticastForwardingTableRecord", BYTES);

  public static final Field LID = TABLE.number("lid", 0, 16);
  public static final Field POSITION = TABLE.number("position", 16, 4);
  public static final Field BLOCK_NUM = TABLE.reserved(20, 3).number("blockNum", 23, 9);

  public static final AttributeLayout LAYOUT =
      TABLE
          .reserved(32, 32)
          .embed("multicastForwardingTable", MulticastForwardingTable.LAYOUT, 8)
          .build();

  private MulticastForwardingTableRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public MulticastForwardingTableRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static MulticastForwardingTableRecord of(byte[] data) {
    return new MulticastForwardingTableRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static MulticastForwardingTableRecord in(byte[] data, int offset) {
    return new MulticastForwardingTableRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lid() {
    return LID.getInt(data, base);
  }

  public MulticastForwardingTableRecord lid(int value) {
    LID.setInt(data, base, value);
    return this;
  }

  public int position() {
    return POSITION.getInt(data, base);
  }

  public MulticastForwardingTableRecord position(int value) {
    POSITION.setInt(data, base, value);
    return this;
  }

  public int blockNum() {
    return BLOCK_NUM.getInt(data, base);
  }

  public MulticastForwardingTableRecord blockNum(int value) {
    BLOCK_NUM.setInt(data, base, value);
    return this;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public MulticastForwardingTable multicastForwardingTable() {
    return MulticastForwardingTable.in(data, base + 8);
  }

  public MulticastForwardingTableRecord multicastForwardingTable(MulticastForwardingTable value) {
    value.copyTo(data, base + 8);
    return this;
  }
}
