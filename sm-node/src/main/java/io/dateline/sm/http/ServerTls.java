package io.dateline.sm.http;

import io.dateline.persistence.file.PrivateFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
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
  private static final String CERTIFICATE = "node.pem";
  private static final String KEY = "node-key.pem";
  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");

  private final Path folder;
  private List<Object> read; // what tells the files apart that were read last
  private SSLContext context;

  private ServerTls(Path folder) throws IOException, GeneralSecurityException {
    this.folder = folder;
    read = stamps();
    context = load();
  }

  /**
   * Reads the files.
   *
   * @throws UnusableCertificateException if there is none, or it is wrong, or others may read its
   *     key
   */
  static ServerTls of(Path folder) {
    try {
      return new ServerTls(folder);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new UnusableCertificateException(folder, sentence(e), e);
    }
  }

  private static String sentence(Exception failure) {
    return failure instanceof NoSuchFileException missing
        ? "there is no " + missing.getFile()
        : failure.getMessage();
  }

  /** For one connection. */
  SSLEngine engine() {
    SSLEngine engine = newest().createSSLEngine();
    engine.setUseClientMode(false);
    return engine;
  }

  private synchronized SSLContext newest() {
    List<Object> now = stamps();
    if (now.equals(read)) {
      return context;
    }
    read = now; // whatever becomes of it, it is told once
    try {
      context = load();
      LOG.info("HTTPS goes on with the certificate that is in {} now", folder);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      LOG.warn("HTTPS goes on with the certificate of before: {}", sentence(e));
    }
    return context;
  }

  private List<Object> stamps() {
    return List.of(stamp(CERTIFICATE), stamp(KEY));
  }

  private Object stamp(String name) {
    try {
      BasicFileAttributes file =
          Files.readAttributes(folder.resolve(name), BasicFileAttributes.class);
      return List.of(file.lastModifiedTime(), file.size(), String.valueOf(file.fileKey()));
    } catch (IOException e) {
      return e.toString(); // the reading of it says so, once
    }
  }

  private SSLContext load() throws IOException, GeneralSecurityException {
    Certificate[] chain;
    try (InputStream in = Files.newInputStream(folder.resolve(CERTIFICATE))) {
      chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(Certificate[]::new);
    }
    if (chain.length == 0) {
      throw new IllegalArgumentException("there is no certificate in " + CERTIFICATE);
    }
    PrivateKey key = key(chain[0].getPublicKey().getAlgorithm());
    KeyStore own = KeyStore.getInstance(KeyStore.getDefaultType());
    own.load(null, null);
    char[] none = new char[0];
    own.setKeyEntry("node", key, none, chain);
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(own, none);
    KeyPairCheck.check(key, chain[0].getPublicKey());
    SSLContext made = SSLContext.getInstance("TLS");
    made.init(managers.getKeyManagers(), null, null);
    return made;
  }

  private PrivateKey key(String algorithm) throws IOException, GeneralSecurityException {
    Matcher pem = PKCS8.matcher(PrivateFile.read(folder.resolve(KEY)));
    if (!pem.find()) {
      throw new IllegalArgumentException(KEY + " has no PRIVATE KEY, as PKCS8 in PEM, in it");
    }
    byte[] bytes = Base64.getMimeDecoder().decode(pem.group(1));
    try {
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
    } catch (InvalidKeySpecException e) {
      throw new IllegalArgumentException(KEY + " is not the key of " + CERTIFICATE, e);
    }
  }
}
