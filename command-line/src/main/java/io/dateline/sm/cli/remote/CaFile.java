package io.dateline.sm.cli.remote;

import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.InputFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The authority that vouches for a node's certificate, from a file in PEM. */
final class CaFile {
  private CaFile() {}

  /**
   * What a client trusts: this authority, or the several in the file, and no other.
   *
   * @throws BadInput if there are none in it
   */
  static SSLContext trust(Path path) {
    InputFiles.readable("certificate authority", path);
    try (InputStream in = Files.newInputStream(path)) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      int count = 0;
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("ca" + count++, one);
      }
      if (count == 0) {
        throw new BadInput(
            "certificate authority %s: there is no certificate in it".formatted(path));
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new BadInput(
          "certificate authority %s cannot be read: %s".formatted(path, e.getMessage()));
    }
  }
}
