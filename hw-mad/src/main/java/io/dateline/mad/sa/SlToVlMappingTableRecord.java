package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.SlToVlMappingTable;

/** The SLtoVL table between two ports of a switch, or of an end port (IBA Vol 1, 15.2.5.4). */
public final class SlToVlMappingTableRecord extends AttributeView {
  public static final int BYTES = 16;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("SLtoVLMappingTableRecord", BYTES);

  public static final Field LID = TABLE.number("lid", 0, 16);
  public static final Field INPUT_PORT_NUM = TABLE.number("inputPortNum", 16, 8);
  public static final Field OUTPUT_PORT_NUM = TABLE.number("outputPortNum", 24, 8);

  public static final AttributeLayout LAYOUT =
      TABLE.reserved(32, 32).embed("slToVlMappingTable", SlToVlMappingTable.LAYOUT, 8).build();

  private SlToVlMappingTableRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public SlToVlMappingTableRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static SlToVlMappingTableRecord of(byte[] data) {
    return new SlToVlMappingTableRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static SlToVlMappingTableRecord in(byte[] data, int offset) {
    return new SlToVlMappingTableRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lid() {
    return LID.getInt(data, base);
  }

  public SlToVlMappingTableRecord lid(int value) {
    LID.setInt(data, base, value);
    return this;
  }

  public int inputPortNum() {
    return INPUT_PORT_NUM.getInt(data, base);
  }

  public SlToVlMappingTableRecord inputPortNum(int value) {
    INPUT_PORT_NUM.setInt(data, base, value);
    return this;
  }

  public int outputPortNum() {
    return OUTPUT_PORT_NUM.getInt(data, base);
  }

  public SlToVlMappingTableRecord outputPortNum(int value) {
    OUTPUT_PORT_NUM.setInt(data, base, value);
    return this;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public SlToVlMappingTable slToVlMappingTable() {
    return SlToVlMappingTable.in(data, base + 8);
  }

  public SlToVlMappingTableRecord slToVlMappingTable(SlToVlMappingTable value) {
    value.copyTo(data, base + 8);
    return this;
  }
}
