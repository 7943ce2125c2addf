package io.dateline.fabric;

/** Limits of local identifiers (IBA Vol 1, 4.1.3). LIDs themselves are {@code int}. */
public final class Lid {
  /** No LID assigned; reserved on the wire. */
  public static final int NONE = 0;

  public static final int UNICAST_MIN = 1;
  public static final int UNICAST_MAX = 0xBFFF;
  public static final int MULTICAST_MIN = 0xC000;
  public static final int MULTICAST_MAX = 0xFFFE;

  /** Addresses the port at the other end of a directed route. */
  public static final int PERMISSIVE = 0xFFFF;

  /** The largest LID mask control; a port then answers to 128 LIDs. */
  public static final int LMC_MAX = 7;

  private Lid() {}

  public static boolean isUnicast(int lid) {
    return lid >= UNICAST_MIN && lid <= UNICAST_MAX;
  }

  public static boolean isMulticast(int lid) {
    return lid >= MULTICAST_MIN && lid <= MULTICAST_MAX;
  }
}
