package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.PortInfo;

/** The settings of a port (IBA Vol 1, 15.2.5.3). */
public final class PortInfoRecord extends AttributeView {
  public static final int BYTES = 68;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("PortInfoRecord", BYTES);

  public static final Field ENDPORT_LID = TABLE.number("endportLid", 0, 16);
  public static final Field PORT_NUM = TABLE.number("portNum", 16, 8);
  public static final Field OPTIONS = TABLE.hex("options", 24, 8);

  public static final AttributeLayout LAYOUT = TABLE.embed("portInfo", PortInfo.LAYOUT, 4).build();

  private PortInfoRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public PortInfoRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static PortInfoRecord of(byte[] data) {
    return new PortInfoRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static PortInfoRecord in(byte[] data, int offset) {
    return new PortInfoRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int endportLid() {
    return ENDPORT_LID.getInt(data, base);
  }

  public PortInfoRecord endportLid(int value) {
    ENDPORT_LID.setInt(data, base, value);
    return this;
  }

  public int portNum() {
    return PORT_NUM.getInt(data, base);
  }

  public PortInfoRecord portNum(int value) {
    PORT_NUM.setInt(data, base, value);
    return this;
  }

  public int options() {
    return OPTIONS.getInt(data, base);
  }

  public PortInfoRecord options(int value) {
    OPTIONS.setInt(data, base, value);
    return this;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public PortInfo portInfo() {
    return PortInfo.in(data, base + 4);
  }

  public PortInfoRecord portInfo(PortInfo value) {
    value.copyTo(data, base + 4);
    return this;
  }
}
