package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;

/** A link, seen from one of its ends (IBA Vol 1, 15.2.5.13). */
public final class LinkRecord extends AttributeView {
  public static final int BYTES = 8;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("LinkRecord", BYTES);

  public static final Field FROM_LID = TABLE.number("fromLid", 0, 16);
  public static final Field FROM_PORT = TABLE.number("fromPort", 16, 8);
  public static final Field TO_PORT = TABLE.number("toPort", 24, 8);
  public static final Field TO_LID = TABLE.number("toLid", 32, 16);

  public static final AttributeLayout LAYOUT = TABLE.reserved(48, 16).build();

  private LinkRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public LinkRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static LinkRecord of(byte[] data) {
    return new LinkRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static LinkRecord in(byte[] data, int offset) {
    return new LinkRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int fromLid() {
    return FROM_LID.getInt(data, base);
  }

  public LinkRecord fromLid(int value) {
    FROM_LID.setInt(data, base, value);
    return this;
  }

  public int fromPort() {
    return FROM_PORT.getInt(data, base);
  }

  public LinkRecord fromPort(int value) {
    FROM_PORT.setInt(data, base, value);
    return this;
  }

  public int toPort() {
    return TO_PORT.getInt(data, base);
  }

  public LinkRecord toPort(int value) {
    TO_PORT.setInt(data, base, value);
    return this;
  }

  public int toLid() {
    return TO_LID.getInt(data, base);
  }

  public LinkRecord toLid(int value) {
    TO_LID.setInt(data, base, value);
    return this;
  }
}
