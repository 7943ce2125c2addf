package io.dateline.mad.attribute;

/**
 * Bits of PortInfo's CapabilityMask2 (IBA Vol 1, 14.2.5.6), which counts where {@link
 * CapabilityMask#IS_CAPABILITY_MASK2_SUPPORTED} is set.
 */
public final class CapabilityMask2 {
  public static final int IS_SET_NODE_DESCRIPTION_SUPPORTED = 1;
  public static final int IS_PORT_INFO_EXTENDED_SUPPORTED = 1 << 1;
  public static final int IS_VIRTUALIZATION_SUPPORTED = 1 << 2;
  public static final int IS_SWITCH_PORT_STATE_TABLE_SUPPORTED = 1 << 3;
  public static final int IS_LINK_WIDTH_2X_SUPPORTED = 1 << 4;
  public static final int IS_LINK_SPEED_HDR_SUPPORTED = 1 << 5;
  public static final int IS_MKEY_PROTECT_BITS_EXT_SUPPORTED = 1 << 6;
  public static final int IS_ENHANCED_TRAP128_SUPPORTED = 1 << 7;
  public static final int IS_PARTITION_TOP_SUPPORTED = 1 << 8;
  public static final int IS_ENHANCED_QOS_ARBITER_SUPPORTED = 1 << 9;
  public static final int IS_LINK_SPEED_NDR_SUPPORTED = 1 << 10;

  private CapabilityMask2() {}
}
