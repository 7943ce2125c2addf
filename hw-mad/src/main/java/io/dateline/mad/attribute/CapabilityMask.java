package io.dateline.mad.attribute;

/** Bits of PortInfo's CapabilityMask (IBA Vol 1, 14.2.5.6). */
public final class CapabilityMask {
  public static final int IS_SM = 1 << 1;
  public static final int IS_NOTICE_SUPPORTED = 1 << 2;
  public static final int IS_TRAP_SUPPORTED = 1 << 3;
  public static final int IS_OPTIONAL_IPD_SUPPORTED = 1 << 4;
  public static final int IS_AUTOMATIC_MIGRATION_SUPPORTED = 1 << 5;
  public static final int IS_SL_MAPPING_SUPPORTED = 1 << 6;
  public static final int IS_MKEY_NVRAM = 1 << 7;
  public static final int IS_PKEY_NVRAM = 1 << 8;
  public static final int IS_LED_INFO_SUPPORTED = 1 << 9;
  public static final int IS_SM_DISABLED = 1 << 10;
  public static final int IS_SYSTEM_IMAGE_GUID_SUPPORTED = 1 << 11;
  public static final int IS_PKEY_SWITCH_EXTERNAL_PORT_TRAP_SUPPORTED = 1 << 12;
  public static final int IS_CABLE_INFO_SUPPORTED = 1 << 13;
  public static final int IS_EXTENDED_SPEEDS_SUPPORTED = 1 << 14;
  public static final int IS_CAPABILITY_MASK2_SUPPORTED = 1 << 15;
  public static final int IS_COMMUNICATION_MANAGEMENT_SUPPORTED = 1 << 16;
  public static final int IS_SNMP_TUNNELING_SUPPORTED = 1 << 17;
  public static final int IS_REINIT_SUPPORTED = 1 << 18;
  public static final int IS_DEVICE_MANAGEMENT_SUPPORTED = 1 << 19;
  public static final int IS_VENDOR_CLASS_SUPPORTED = 1 << 20;
  public static final int IS_DR_NOTICE_SUPPORTED = 1 << 21;
  public static final int IS_CAPABILITY_MASK_NOTICE_SUPPORTED = 1 << 22;
  public static final int IS_BOOT_MANAGEMENT_SUPPORTED = 1 << 23;
  public static final int IS_LINK_ROUND_TRIP_LATENCY_SUPPORTED = 1 << 24;
  public static final int IS_CLIENT_REREGISTRATION_SUPPORTED = 1 << 25;
  public static final int IS_OTHER_LOCAL_CHANGES_NOTICE_SUPPORTED = 1 << 26;
  public static final int IS_LINK_SPEED_WIDTH_PAIRS_TABLE_SUPPORTED = 1 << 27;
  public static final int IS_VENDOR_SPECIFIC_MADS_TABLE_SUPPORTED = 1 << 28;
  public static final int IS_MULTICAST_PKEY_TRAP_SUPPRESSION_SUPPORTED = 1 << 29;
  public static final int IS_MULTICAST_FDB_TOP_SUPPORTED = 1 << 30;
  public static final int IS_HIERARCHY_INFO_SUPPORTED = 1 << 31;

  private CapabilityMask() {}
}
