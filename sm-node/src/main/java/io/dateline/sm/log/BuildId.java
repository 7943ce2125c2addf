package io.dateline.sm.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which build this is.
 *
 * @param version of the product
 * @param commit that it was built from, short; {@code unknown} where there was no repository. A
 *     {@code +} behind it: files were changed after the commit
 */
public record BuildId(String version, String commit) {
  /** Of this very program. */
  public static final BuildId OWN = read();

  private static BuildId read() {
    Properties built = new Properties();
    try (InputStream in = BuildId.class.getResourceAsStream("build.properties")) {
      built.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new BuildId(built.getProperty("version"), built.getProperty("commit"));
  }

  /** Such as {@code 0.1.0 (commit 0123abcd)}. */
  @Override
  public String toString() {
    return "%s (commit %s)".formatted(version, commit);
  }
}
