package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.GuidInfo;

/** 8 GUIDs of a port (IBA Vol 1, 15.2.5.18). */
public final class GuidInfoRecord extends AttributeView {
  public static final int BYTES = 72;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("GUIDInfoRecord", BYTES);

  public static final Field LID = TABLE.number("lid", 0, 16);
  public static final Field BLOCK_NUM = TABLE.number("blockNum", 16, 8);

  public static final AttributeLayout LAYOUT =
      TABLE.reserved(24, 8).reserved(32, 32).embed("guidInfo", GuidInfo.LAYOUT, 8).build();

  /** Each of the 8 GUIDs has a bit of its own in the ComponentMask. */
  public static final Field GUIDS = LAYOUT.field("guidInfo.guidBlock");

  private GuidInfoRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public GuidInfoRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static GuidInfoRecord of(byte[] data) {
    return new GuidInfoRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static GuidInfoRecord in(byte[] data, int offset) {
    return new GuidInfoRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lid() {
    return LID.getInt(data, base);
  }

  public GuidInfoRecord lid(int value) {
    LID.setInt(data, base, value);
    return this;
  }

  public int blockNum() {
    return BLOCK_NUM.getInt(data, base);
  }

  public GuidInfoRecord blockNum(int value) {
    BLOCK_NUM.setInt(data, base, value);
    return this;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public GuidInfo guidInfo() {
    return GuidInfo.in(data, base + 8);
  }

  public GuidInfoRecord guidInfo(GuidInfo value) {
    value.copyTo(data, base + 8);
    return this;
  }
}
