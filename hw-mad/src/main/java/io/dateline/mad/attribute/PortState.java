package io.dateline.mad.attribute;

/** Values of PortInfo's PortState (IBA Vol 1, 14.2.5.6; the states themselves: 7.2.7). */
public final class PortState {
  /** Written: leave the state alone. */
  public static final int NO_CHANGE = 0;

  /** No packets at all. Written: train the link again. */
  public static final int DOWN = 1;

  /** Management packets of QP0 only. */
  public static final int INIT = 2;

  /** As {@link #INIT}, and data is received. */
  public static final int ARMED = 3;

  public static final int ACTIVE = 4;

  private PortState() {}
}
