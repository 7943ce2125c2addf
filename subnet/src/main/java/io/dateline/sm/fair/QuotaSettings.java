package io.dateline.sm.fair;

/**
 * How much one port may have.
 *
 * @param waitingMax packets that wait for subnet administration
 * @param transfersMax tables that are computed or sent at the same time
 * @param joinsPerSecond joins and leaves of multicast groups, and registrations, for long; 0 is no
 *     limit
 * @param joinsBurst as many at once
 * @param trapsPerSecond traps that are acted on, for long; 0 is no limit
 * @param trapsBurst as many at once
 */
public record QuotaSettings(
    int waitingMax,
    int transfersMax,
    int joinsPerSecond,
    int joinsBurst,
    int trapsPerSecond,
    int trapsBurst) {
  /** As in {@code reference.conf}. */
  public static final QuotaSettings DEFAULTS = new QuotaSettings(8192, 32, 2, 256, 2, 64);

  /** No limits but those of all ports together. */
  public static final QuotaSettings NONE =
      new QuotaSettings(Integer.MAX_VALUE, Integer.MAX_VALUE, 0, 1, 0, 1);
}
