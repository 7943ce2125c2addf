package io.dateline.sm.http;

import io.dateline.sm.tls.CredentialFiles;
import io.dateline.sm.tls.OwnCertificate;
import io.dateline.sm.tls.WatchedFiles;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTPS with the node's certificate: {@code node.pem}, its chain with it, and {@code node-key.pem},
 * PKCS8. Files that were replaced count for the next connection; while they do not fit, what was
 * read before goes on.
 */
final class ServerTls {
  private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);

  private final WatchedFiles<SSLContext> context;

  private ServerTls(Path folder) {
    context =
        new WatchedFiles<>(
            CredentialFiles.ofOwnCertificate(folder),
            () -> load(folder),
            read -> LOG.info("HTTPS goes on with the certificate that is in {} now", folder),
            why -> LOG.warn("HTTPS goes on with the certificate of before: {}", why.getMessage()));
  }

  /**
   * Reads the files.
   *
   * @throws UnusableCertificateException if there is none, or it is wrong, or others may read its
   *     key
   */
  static ServerTls of(Path folder) {
    return new ServerTls(folder);
  }

  /** For one connection. */
  SSLEngine engine() {
    SSLEngine engine = context.get().createSSLEngine();
    engine.setUseClientMode(false);
    return engine;
  }

  private static SSLContext load(Path folder) {
    try {
      SSLContext made = SSLContext.getInstance("TLS");
      made.init(OwnCertificate.read(folder).keyManagers(), null, null);
      return made;
    } catch (NoSuchFileException e) {
      throw new UnusableCertificateException(folder, "there is no " + e.getFile(), e);
    } catch (IOException | GeneralSecurityException e) {
      throw new UnusableCertificateException(folder, e.getMessage(), e);
    }
  }
}
