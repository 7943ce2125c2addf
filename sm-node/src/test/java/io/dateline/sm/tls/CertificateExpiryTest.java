package io.dateline.sm.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateExpiryTest {
  private static final Instant NOW = TestCredentials.NOW;

  @TempDir private Path folder;

  @Test
  void shouldTellOfTheCertificateThatIsInUse() throws Exception {
    assertThat(new CertificateExpiry(folder).get()).isEmpty();

    Authority authority = TestCredentials.authority();
    CredentialFiles.write(folder, authority.issue(List.of("sm1"), NOW, Duration.ofDays(10)));
    CertificateExpiry expiry = new CertificateExpiry(folder);
    assertThat(expiry.get()).contains(NOW.plus(Duration.ofDays(10)));

    Credentials next = authority.issue(List.of("sm1"), NOW, Duration.ofDays(100));
    Files.writeString(folder.resolve("node.pem"), Pem.text(next.chain()));
    assertThat(expiry.get())
        .as("a certificate without its key")
        .contains(NOW.plus(Duration.ofDays(10)));
    CredentialFiles.write(folder, next);
    assertThat(expiry.get()).contains(NOW.plus(Duration.ofDays(100)));
  }
}
