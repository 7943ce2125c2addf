package io.dateline.sm.http;

import io.dateline.persistence.file.PrivateFile;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate of 127.0.0.1 that vouches for itself, made by the JDK's keytool. */
record TestCertificate(X509Certificate certificate, String certificatePem, String keyPem) {
  private static final String PASSWORD = "changeit";

  /**
   * Makes one.
   *
   * @param algorithm RSA or EC
   */
  static TestCertificate make(Path folder, String algorithm) throws Exception {
    Path store = Files.createTempDirectory(folder, "keytool").resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    PASSWORD,
                    "-alias",
                    "node",
                    "-keyalg",
                    algorithm,
                    "-dname",
                    "CN=node",
                    "-ext",
                    "san=ip:127.0.0.1"))
            .redirectErrorStream(true)
            .redirectOutput(store.resolveSibling("log").toFile())
            .start();
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException(Files.readString(store.resolveSibling("log")));
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    X509Certificate certificate = (X509Certificate) keys.getCertificate("node");
    return new TestCertificate(
        certificate,
        pem("CERTIFICATE", certificate.getEncoded()),
        pem("PRIVATE KEY", keys.getKey("node", PASSWORD.toCharArray()).getEncoded()));
  }

  private static String pem(String what, byte[] bytes) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(what, Base64.getMimeEncoder().encodeToString(bytes), what);
  }

  /** Puts the files of a node there, in the place of those before. */
  TestCertificate install(Path folder) throws IOException {
    PrivateFile.write(folder.resolve("node-key.pem"), keyPem);
    PrivateFile.write(folder.resolve("node.pem"), certificatePem);
    return this;
  }

  BigInteger serial() {
    return certificate.getSerialNumber();
  }

  /** What a client trusts that trusts nothing else. */
  SSLContext trust() throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("node", certificate);
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
