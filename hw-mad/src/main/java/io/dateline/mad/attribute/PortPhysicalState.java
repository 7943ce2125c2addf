package io.dateline.mad.attribute;

/** Values of PortInfo's PortPhysicalState (IBA Vol 1, 14.2.5.6). */
public final class PortPhysicalState {
  /** Written: leave the state alone. */
  public static final int NO_CHANGE = 0;

  public static final int SLEEP = 1;
  public static final int POLLING = 2;
  public static final int DISABLED = 3;
  public static final int TRAINING = 4;
  public static final int LINK_UP = 5;
  public static final int ERROR_RECOVERY = 6;
  public static final int PHY_TEST = 7;

  private PortPhysicalState() {}
}
