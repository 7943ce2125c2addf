package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.PKeyTable;

/** 32 partition keys of a port (IBA Vol 1, 15.2.5.11). */
public final class PKeyTableRecord extends AttributeView {
  public static final int BYTES = 72;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("P_KeyTableRecord", BYTES);

  public static final Field LID = TABLE.number("lid", 0, 16);
  public static final Field BLOCK_NUM = TABLE.number("blockNum", 16, 16);
  public static final Field PORT_NUM = TABLE.number("portNum", 32, 8);

  public static final AttributeLayout LAYOUT =
      TABLE.reserved(40, 24).embed("pKeyTable", PKeyTable.LAYOUT, 8).build();

  private PKeyTableRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public PKeyTableRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static PKeyTableRecord of(byte[] data) {
    return new PKeyTableRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static PKeyTableRecord in(byte[] data, int offset) {
    return new PKeyTableRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lid() {
    return LID.getInt(data, base);
  }

  public PKeyTableRecord lid(int value) {
    LID.setInt(data, base, value);
    return this;
  }

  public int blockNum() {
    return BLOCK_NUM.getInt(data, base);
  }

  public PKeyTableRecord blockNum(int value) {
    BLOCK_NUM.setInt(data, base, value);
    return this;
  }

  public int portNum() {
    return PORT_NUM.getInt(data, base);
  }

  public PKeyTableRecord portNum(int value) {
    PORT_NUM.setInt(data, base, value);
    return this;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public PKeyTable pKeyTable() {
    return PKeyTable.in(data, base + 8);
  }

  public PKeyTableRecord pKeyTable(PKeyTable value) {
    value.copyTo(data, base + 8);
    return this;
  }
}
