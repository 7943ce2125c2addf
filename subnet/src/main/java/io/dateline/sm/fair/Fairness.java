package io.dateline.sm.fair;

/**
 * What a node needs to keep ports within their bounds.
 *
 * @param quotas how much one port may have
 * @param owners tells ports apart
 * @param ledger is told what was refused
 */
public record Fairness(QuotaSettings quotas, LidOwners owners, QuotaLedger ledger) {
  public Fairness(QuotaSettings quotas) {
    this(quotas, new LidOwners(), new QuotaLedger());
  }

  /** Takes down that the port of a LID was refused something. */
  public void refused(Quota quota, int lid) {
    ledger.refused(quota, owners.owner(lid));
  }
}
