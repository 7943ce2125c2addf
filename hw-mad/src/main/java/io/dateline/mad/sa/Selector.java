package io.dateline.mad.sa;

/** Selectors of MTU, rate and packet lifetime in a query (IBA Vol 1, 15.2.5.16). */
public final class Selector {
  public static final int GREATER_THAN = 0;
  public static final int LESS_THAN = 1;
  public static final int EXACTLY = 2;

  /** The largest available; of packet lifetimes, the smallest. */
  public static final int BEST = 3;

  private Selector() {}
}
