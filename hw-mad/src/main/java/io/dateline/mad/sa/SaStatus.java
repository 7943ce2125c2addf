package io.dateline.mad.sa;

/**
 * Status values of subnet administration (IBA Vol 1, 15.2.3), which fill the upper byte of a MAD's
 * status.
 */
public final class SaStatus {
  public static final int NO_RESOURCES = 0x0100;
  public static final int REQ_INVALID = 0x0200;
  public static final int NO_RECORDS = 0x0300;
  public static final int TOO_MANY_RECORDS = 0x0400;
  public static final int REQ_INVALID_GID = 0x0500;
  public static final int REQ_INSUFFICIENT_COMPONENTS = 0x0600;
  public static final int REQ_DENIED = 0x0700;
  public static final int PRIORITY_SUGGESTED = 0x0800;

  private SaStatus() {}
}
