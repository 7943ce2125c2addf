package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.SwitchInfo;

/** The settings of a switch (IBA Vol 1, 15.2.5.5). */
public final class SwitchInfoRecord extends AttributeView {
  public static final int BYTES = 24;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("SwitchInfoRecord", BYTES);

  public static final Field LID = TABLE.number("lid", 0, 16);

  public static final AttributeLayout LAYOUT =
      TABLE.reserved(16, 16).embed("switchInfo", SwitchInfo.LAYOUT, 4).build();

  private SwitchInfoRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public SwitchInfoRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static SwitchInfoRecord of(byte[] data) {
    return new SwitchInfoRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static SwitchInfoRecord in(byte[] data, int offset) {
    return new SwitchInfoRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lid() {
    return LID.getInt(data, base);
  }

  public SwitchInfoRecord lid(int value) {
    LID.setInt(data, base, value);
    return this;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public SwitchInfo switchInfo() {
    return SwitchInfo.in(data, base + 4);
  }

  public SwitchInfoRecord switchInfo(SwitchInfo value) {
    value.copyTo(data, base + 4);
    return this;
  }
}
