package io.dateline.sm.tls;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Authorities and certificates of tests. */
final class TestCredentials {
  static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
  static final Duration YEAR = Duration.ofDays(365);

  private TestCredentials() {}

  static Authority authority() throws GeneralSecurityException {
    return Authority.create("test", NOW, YEAR);
  }

  /** Valid now, by the clock of the JVM, which TLS looks at. */
  static Authority authorityOfToday() throws GeneralSecurityException {
    return Authority.create("test", Instant.now(), YEAR);
  }

  static Credentials issue(Authority authority, String... hosts) throws GeneralSecurityException {
    return authority.issue(
        List.of(hosts), authority.certificate().getNotBefore().toInstant(), YEAR);
  }
}
