package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.SmInfo;

/** A subnet manager (IBA Vol 1, 15.2.5.10). */
public final class SmInfoRecord extends AttributeView {
  public static final int BYTES = 28;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("SMInfoRecord", BYTES);

  public static final Field LID = TABLE.number("lid", 0, 16);

  public static final AttributeLayout LAYOUT =
      TABLE.reserved(16, 16).embed("smInfo", SmInfo.LAYOUT, 4).build();

  private SmInfoRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public SmInfoRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static SmInfoRecord of(byte[] data) {
    return new SmInfoRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static SmInfoRecord in(byte[] data, int offset) {
    return new SmInfoRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lid() {
    return LID.getInt(data, base);
  }

  public SmInfoRecord lid(int value) {
    LID.setInt(data, base, value);
    return this;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public SmInfo smInfo() {
    return SmInfo.in(data, base + 4);
  }

  public SmInfoRecord smInfo(SmInfo value) {
    value.copyTo(data, base + 4);
    return this;
  }
}
