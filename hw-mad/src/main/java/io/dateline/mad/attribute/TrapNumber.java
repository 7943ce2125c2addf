package io.dateline.mad.attribute;

/** Numbers of the generic traps of subnet management (IBA Vol 1, 14.2.5.1). */
public final class TrapNumber {
  public static final int PORT_IN_SERVICE = 64;
  public static final int PORT_OUT_OF_SERVICE = 65;
  public static final int GROUP_CREATED = 66;
  public static final int GROUP_DELETED = 67;
  public static final int UNPATH = 68;
  public static final int REPATH = 69;
  public static final int LINK_STATE = 128;
  public static final int LINK_INTEGRITY = 129;
  public static final int BUFFER_OVERRUN = 130;
  public static final int FLOW_CONTROL_WATCHDOG = 131;
  public static final int LOCAL_CHANGES = 144;
  public static final int SYSTEM_IMAGE_GUID = 145;
  public static final int BAD_M_KEY = 256;
  public static final int BAD_P_KEY = 257;
  public static final int BAD_Q_KEY = 258;
  public static final int SWITCH_BAD_P_KEY = 259;

  private TrapNumber() {}
}
