package io.dateline.mad.attribute;

/**
 * Trap 144: capability mask or other local settings changed (IBA Vol 1, 14.2.5.1, Notice
 * DataDetails).
 */
public final class LocalChangesDetails extends NoticeDetails {
  public static final int BYTES = 54;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("LocalChangesDetails", BYTES);

  public static final Field LID_ADDR = TABLE.reserved(0, 16).number("lidAddr", 16, 16);
  public static final Field OTHER_LOCAL_CHANGES =
      TABLE.reserved(32, 15).number("otherLocalChanges", 47, 1);
  public static final Field CAPABILITY_MASK = TABLE.hex("capabilityMask", 48, 32);
  public static final Field CAPABILITY_MASK2_CHANGE =
      TABLE.reserved(80, 10).number("capabilityMask2Change", 90, 1);
  public static final Field HIERARCHY_INFO_CHANGE = TABLE.number("hierarchyInfoChange", 91, 1);
  public static final Field SM_PRIORITY_CHANGE = TABLE.number("smPriorityChange", 92, 1);
  public static final Field LINK_SPEED_ENABLED_CHANGE =
      TABLE.number("linkSpeedEnabledChange", 93, 1);
  public static final Field LINK_WIDTH_ENABLED_CHANGE =
      TABLE.number("linkWidthEnabledChange", 94, 1);
  public static final Field NODE_DESCRIPTION_CHANGE = TABLE.number("nodeDescriptionChange", 95, 1);
  public static final Field CAPABILITY_MASK2 = TABLE.hex("capabilityMask2", 96, 16);

  public static final AttributeLayout LAYOUT = TABLE.reserved(112, 320).build();

  private LocalChangesDetails(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public LocalChangesDetails() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static LocalChangesDetails of(byte[] data) {
    return new LocalChangesDetails(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static LocalChangesDetails in(byte[] data, int offset) {
    return new LocalChangesDetails(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lidAddr() {
    return LID_ADDR.getInt(data, base);
  }

  public LocalChangesDetails lidAddr(int value) {
    LID_ADDR.setInt(data, base, value);
    return this;
  }

  public boolean otherLocalChanges() {
    return OTHER_LOCAL_CHANGES.getFlag(data, base);
  }

  public LocalChangesDetails otherLocalChanges(boolean value) {
    OTHER_LOCAL_CHANGES.setFlag(data, base, value);
    return this;
  }

  public int capabilityMask() {
    return CAPABILITY_MASK.getInt(data, base);
  }

  public LocalChangesDetails capabilityMask(int value) {
    CAPABILITY_MASK.setInt(data, base, value);
    return this;
  }

  public boolean capabilityMask2Change() {
    return CAPABILITY_MASK2_CHANGE.getFlag(data, base);
  }

  public LocalChangesDetails capabilityMask2Change(boolean value) {
    CAPABILITY_MASK2_CHANGE.setFlag(data, base, value);
    return this;
  }

  public boolean hierarchyInfoChange() {
    return HIERARCHY_INFO_CHANGE.getFlag(data, base);
  }

  public LocalChangesDetails hierarchyInfoChange(boolean value) {
    HIERARCHY_INFO_CHANGE.setFlag(data, base, value);
    return this;
  }

  public boolean smPriorityChange() {
    return SM_PRIORITY_CHANGE.getFlag(data, base);
  }

  public LocalChangesDetails smPriorityChange(boolean value) {
    SM_PRIORITY_CHANGE.setFlag(data, base, value);
    return this;
  }

  public boolean linkSpeedEnabledChange() {
    return LINK_SPEED_ENABLED_CHANGE.getFlag(data, base);
  }

  public LocalChangesDetails linkSpeedEnabledChange(boolean value) {
    LINK_SPEED_ENABLED_CHANGE.setFlag(data, base, value);
    return this;
  }

  public boolean linkWidthEnabledChange() {
    return LINK_WIDTH_ENABLED_CHANGE.getFlag(data, base);
  }

  public LocalChangesDetails linkWidthEnabledChange(boolean value) {
    LINK_WIDTH_ENABLED_CHANGE.setFlag(data, base, value);
    return this;
  }

  public boolean nodeDescriptionChange() {
    return NODE_DESCRIPTION_CHANGE.getFlag(data, base);
  }

  public LocalChangesDetails nodeDescriptionChange(boolean value) {
    NODE_DESCRIPTION_CHANGE.setFlag(data, base, value);
    return this;
  }

  public int capabilityMask2() {
    return CAPABILITY_MASK2.getInt(data, base);
  }

  public LocalChangesDetails capabilityMask2(int value) {
    CAPABILITY_MASK2.setInt(data, base, value);
    return this;
  }
}
