package io.dateline.mad.attribute;

import io.dateline.mad.attribute.Field.Format;

/** The virtual lane of each of the 16 service levels (IBA Vol 1, 14.2.5.8). */
public final class SlToVlMappingTable extends AttributeView {
  public static final int BYTES = 8;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("SLtoVLMappingTable", BYTES);

  public static final Field SL_TO_VL = TABLE.array("slToVl", 0, 4, 16, 4, Format.DECIMAL);

  public static final AttributeLayout LAYOUT = TABLE.build();

  /**
   * The AttributeModifier that writes the table from each input port of a switch to each output
   * port. The switch has to say that it knows it ({@link
   * SwitchInfo#optimizedSlToVlMappingProgramming}).
   */
  public static final int ALL_TO_ALL = 0x30000;

  private static final int ALL_INPUTS = 0x20000;

  private SlToVlMappingTable(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public SlToVlMappingTable() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static SlToVlMappingTable of(byte[] data) {
    return new SlToVlMappingTable(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static SlToVlMappingTable in(byte[] data, int offset) {
    return new SlToVlMappingTable(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  /** VL of a service level; 15 drops its packets. */
  public int slToVl(int index) {
    return SL_TO_VL.getInt(data, base, index);
  }

  public SlToVlMappingTable slToVl(int index, int value) {
    SL_TO_VL.setInt(data, base, index, value);
    return this;
  }

  /**
   * The AttributeModifier of a switch: the table from {@code inputPort} to {@code outputPort}; 0
   * for a channel adapter.
   */
  public static int modifier(int inputPort, int outputPort) {
    return inputPort << 8 | outputPort;
  }

  /** Likewise, of all input ports to one output port. */
  public static int modifierOfAllInputs(int outputPort) {
    return ALL_INPUTS | outputPort;
  }
}
