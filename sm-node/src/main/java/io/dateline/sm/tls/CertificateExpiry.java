package io.dateline.sm.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * When a node's certificate runs out, or the first of those between it and its authority. Follows
 * the file, as {@link WatchedFiles}.
 */
public final class CertificateExpiry implements Supplier<Optional<Instant>> {
  private final WatchedFiles<Optional<Instant>> file;

  /**
   * Reads the file for the first time.
   *
   * @param directory of {@link CredentialFiles}
   */
  public CertificateExpiry(Path directory) {
    Path certificate = directory.resolve(CredentialFiles.CERTIFICATE);
    file =
        new WatchedFiles<>(
            List.of(certificate), () -> read(certificate), expires -> {}, failure -> {});
  }

  /** Empty where there is no certificate in the file: its users tell why. */
  @Override
  public Optional<Instant> get() {
    return file.get();
  }

  private static Optional<Instant> read(Path certificate) {
    try {
      return Pem.certificates(Files.readString(certificate)).stream()
          .map(X509Certificate::getNotAfter)
          .map(date -> date.toInstant())
          .min(Comparator.naturalOrder());
    } catch (IOException | GeneralSecurityException e) {
      return Optional.empty();
    }
  }
}
