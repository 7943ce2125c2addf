package io.dateline.sm.tls;

import com.typesafe.config.Config;
import io.dateline.persistence.journal.SharedRecord;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One certificate and key for all nodes of one host, in their journal. A process that may read the
 * journal is a node; any other one is a stranger. Nothing has to be set up for that.
 */
public final class SharedCredentials {
  /** What the certificate names instead of a host. */
  public static final String NAME = "nodes.of.this.journal";

  /** Whatever a host's clock says: it may be wrong when the certificate is made, or used. */
  private static final Instant BEGIN = Instant.parse("1970-01-02T00:00:00Z");

  private static final Duration VALIDITY = Duration.ofDays(365 * 8000);

  private static final String RECORD = "node-credentials";

  private SharedCredentials() {}

  /**
   * Those of a journal, made by the first node that asks.
   *
   * @param journal settings of a journal that is open
   * @throws io.dateline.persistence.journal.JournalUnavailableException if it cannot be asked
   * @throws UnusableCredentialsException if what is in it cannot be used
   */
  public static Credentials of(Config journal, Instant now) {
    byte[] record = SharedRecord.get(journal, RECORD, SharedCredentials::make);
    String text = new String(record, StandardCharsets.UTF_8);
    try {
      var certificates = Pem.certificates(text);
      return new Credentials(Pem.key(text), certificates.subList(0, 1), certificates.subList(1, 2))
          .checked(now);
    } catch (GeneralSecurityException | IndexOutOfBoundsException e) {
      throw new UnusableCredentialsException(
          "the certificate that nodes share through the journal cannot be read: " + e.getMessage(),
          e);
    }
  }

  private static byte[] make() {
    try {
      Credentials made =
          Authority.create("Dateline, nodes of one host", BEGIN, VALIDITY)
              .issue(List.of(NAME), BEGIN, VALIDITY);
      return (Pem.text(made.key()) + Pem.text(made.chain()) + Pem.text(made.authorities()))
          .getBytes(StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new UnusableCredentialsException("no certificate can be made: " + e.getMessage(), e);
    }
  }
}
