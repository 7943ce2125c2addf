package io.dateline.sm.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * When the certificate that a node uses runs out, or the first of those between it and its
 * authority. Follows the files, as {@link WatchedFiles}: one that cannot be used is not in use.
 */
public final class CertificateExpiry implements Supplier<Optional<Instant>> {
  private final WatchedFiles<Optional<Instant>> files;
  private boolean isKnown; // guarded by files

  /**
   * Reads the files for the first time.
   *
   * @param directory of {@link CredentialFiles}
   */
  public CertificateExpiry(Path directory) {
    files =
        new WatchedFiles<>(
            CredentialFiles.ofOwnCertificate(directory),
            () -> read(directory),
            expires -> {},
            failure -> {}); // told by those that show the certificate
  }

  /** Empty where no certificate could be used so far. */
  @Override
  public Optional<Instant> get() {
    return files.get();
  }

  private Optional<Instant> read(Path directory) {
    try {
      Instant expires = OwnCertificate.read(directory).expires();
      isKnown = true;
      return Optional.of(expires);
    } catch (IOException | GeneralSecurityException e) {
      if (isKnown) {
        throw new UnusableCredentialsException(directory + " cannot be used", e);
      }
      return Optional.empty();
    }
  }
}
