package io.dateline.mad.attribute;

/** What tells FDR10 from QDR on NVIDIA devices (IBA Vol 1, vendor attribute 0xFF90). */
public final class MlnxExtendedPortInfo extends AttributeView {
  public static final int BYTES = 64;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("ExtendedPortInfo", BYTES);

  public static final Field STATE_CHANGE_ENABLE =
      TABLE.reserved(0, 24).hex("stateChangeEnable", 24, 8);
  public static final Field LINK_SPEED_SUPPORTED =
      TABLE.reserved(32, 24).number("linkSpeedSupported", 56, 8);
  public static final Field LINK_SPEED_ENABLED =
      TABLE.reserved(64, 24).number("linkSpeedEnabled", 88, 8);
  public static final Field LINK_SPEED_ACTIVE =
      TABLE.reserved(96, 24).number("linkSpeedActive", 120, 8);

  public static final AttributeLayout LAYOUT = TABLE.reserved(128, 384).build();

  private MlnxExtendedPortInfo(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public MlnxExtendedPortInfo() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static MlnxExtendedPortInfo of(byte[] data) {
    return new MlnxExtendedPortInfo(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static MlnxExtendedPortInfo in(byte[] data, int offset) {
    return new MlnxExtendedPortInfo(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int stateChangeEnable() {
    return STATE_CHANGE_ENABLE.getInt(data, base);
  }

  public MlnxExtendedPortInfo stateChangeEnable(int value) {
    STATE_CHANGE_ENABLE.setInt(data, base, value);
    return this;
  }

  /** 1 FDR10. */
  public int linkSpeedSupported() {
    return LINK_SPEED_SUPPORTED.getInt(data, base);
  }

  public MlnxExtendedPortInfo linkSpeedSupported(int value) {
    LINK_SPEED_SUPPORTED.setInt(data, base, value);
    return this;
  }

  /** 1 FDR10. */
  public int linkSpeedEnabled() {
    return LINK_SPEED_ENABLED.getInt(data, base);
  }

  public MlnxExtendedPortInfo linkSpeedEnabled(int value) {
    LINK_SPEED_ENABLED.setInt(data, base, value);
    return this;
  }

  /** 1 FDR10. */
  public int linkSpeedActive() {
    return LINK_SPEED_ACTIVE.getInt(data, base);
  }

  public MlnxExtendedPortInfo linkSpeedActive(int value) {
    LINK_SPEED_ACTIVE.setInt(data, base, value);
    return this;
  }

  /** The bit of FDR10 in all three components. */
  public static final int FDR10 = 1;
}
