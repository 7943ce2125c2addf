package io.dateline.sm.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.fair.QuotaLedger.Offender;
import org.junit.jupiter.api.Test;

class QuotaLedgerTest {
  private final QuotaLedger ledger = new QuotaLedger();

  private void refused(Quota quota, long port, int times) {
    for (int i = 0; i < times; i++) {
      ledger.refused(quota, port);
    }
  }

  @Test
  void shouldTellThoseToWhomMostWasRefused() {
    refused(Quota.JOINS, 7, 3);
    refused(Quota.TRAPS, 7, 5);
    refused(Quota.JOINS, -1, 4);
    assertThat(ledger.top())
        .containsExactly(
            new Offender(Quota.TRAPS, 7, 5),
            new Offender(Quota.JOINS, -1, 4),
            new Offender(Quota.JOINS, 7, 3));
    assertThat(ledger.refusals())
        .containsEntry(Quota.JOINS, 7L)
        .containsEntry(Quota.TRAPS, 5L)
        .containsEntry(Quota.WAITING, 0L);
  }

  @Test
  void shouldFindTheOneThatIsRefusedMostAmongMoreThanItRemembers() {
    for (int round = 0; round < 20; round++) {
      for (int port = 1; port <= 2 * QuotaLedger.PORTS_MAX; port++) {
        ledger.refused(Quota.WAITING, port);
      }
      refused(Quota.WAITING, 9999, 100);
    }
    Offender first = ledger.top().getFirst();
    assertThat(first.port()).isEqualTo(9999);
    assertThat(first.refusals()).isGreaterThanOrEqualTo(2000);
    assertThat(ledger.top()).hasSizeLessThanOrEqualTo(10);
  }
}
