package io.dateline.it.kit;

import io.dateline.sm.tls.CertificateMaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;

/** The authority of a test's hosts, as {@code dateline certificates} makes it. */
public final class ClusterCertificates {
  public static final int DAYS = 2;

  private ClusterCertificates() {}

  /** The directory of a host's certificate in {@code folder}, made when it is first asked for. */
  public static Path of(Path folder, String host) {
    Path authority = folder.resolve("authority");
    Path directory = folder.resolve("certificate-" + host);
    try {
      if (!Files.exists(authority)) {
        CertificateMaker.authority(authority, DAYS);
      }
      if (!Files.exists(directory)) {
        CertificateMaker.node(authority, List.of(host), DAYS, directory, false);
      }
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
