package io.dateline.sm.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The credentials of a directory, read again when one of its files has changed. Files that cannot
 * be used, as while they are being replaced, leave the last good ones in force. Any thread may ask.
 */
public final class WatchedCredentials implements Supplier<Credentials> {
  private static final Logger LOG = LoggerFactory.getLogger(WatchedCredentials.class);

  private final Path directory;
  private final InstantSource clock;
  private List<String> seen;
  private Credentials current;

  /**
   * Reads them for the first time.
   *
   * @throws UnusableCredentialsException as {@link CredentialFiles#read}
   */
  public WatchedCredentials(Path directory, InstantSource clock) {
    this.directory = directory;
    this.clock = clock;
    seen = state();
    current = CredentialFiles.read(directory, clock.instant());
  }

  @Override
  public synchronized Credentials get() {
    List<String> now = state();
    if (!now.equals(seen)) {
      seen = now;
      try {
        current = CredentialFiles.read(directory, clock.instant());
        LOG.info("The node's certificate was replaced; it is valid until {}", current.expires());
      } catch (UnusableCredentialsException e) {
        LOG.warn("The certificate of before stays in use: {}", e.getMessage());
      }
    }
    return current;
  }

  private List<String> state() {
    return CredentialFiles.of(directory).stream().map(WatchedCredentials::state).toList();
  }

  /** Changes when the file does; also when it is another one of the same name. */
  private static String state(Path file) {
    try {
      return Files.readAttributes(file, "unix:ino,size,lastModifiedTime,ctime").toString();
    } catch (IOException e) {
      return "none";
    }
  }
}
