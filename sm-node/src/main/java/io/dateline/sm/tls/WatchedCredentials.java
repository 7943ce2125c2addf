package io.dateline.sm.tls;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The credentials of a directory, as {@link WatchedFiles}. */
public final class WatchedCredentials implements Supplier<Credentials> {
  private static final Logger LOG = LoggerFactory.getLogger(WatchedCredentials.class);

  private final WatchedFiles<Credentials> files;

  /**
   * Reads them for the first time.
   *
   * @throws UnusableCredentialsException as {@link CredentialFiles#read}
   */
  public WatchedCredentials(Path directory, InstantSource clock) {
    files =
        new WatchedFiles<>(
            CredentialFiles.of(directory),
            () -> CredentialFiles.read(directory, clock.instant()),
            read ->
                LOG.info(
                    "The node's certificate was replaced; it is valid until {}", read.expires()),
            why -> LOG.warn("The certificate of before stays in use: {}", why.getMessage()));
  }

  @Override
  public Credentials get() {
    return files.get();
  }
}
