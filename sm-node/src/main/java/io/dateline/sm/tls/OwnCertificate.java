package io.dateline.sm.tls;

import io.dateline.persistence.file.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/**
 * A certificate that this node shows, and its key.
 *
 * @param chain the node's certificate first, at least that one
 */
public record OwnCertificate(PrivateKey key, List<X509Certificate> chain) {
  private static final char[] NO_PASSWORD = {};
  private static final byte[] TEXT = {1, 2, 3};

  public OwnCertificate {
    chain = List.copyOf(chain);
  }

  /**
   * Reads {@code node.pem} and {@code node-key.pem}.
   *
   * @throws IOException if a file is missing, or the key is open to others
   * @throws GeneralSecurityException if one is not what it should be, or they do not fit
   */
  public static OwnCertificate read(Path directory) throws IOException, GeneralSecurityException {
    List<X509Certificate> chain =
        Pem.certificates(Files.readString(directory.resolve(CredentialFiles.CERTIFICATE)));
    if (chain.isEmpty()) {
      throw new GeneralSecurityException(
          "there is no certificate in " + CredentialFiles.CERTIFICATE);
    }
    String key = PrivateFile.read(directory.resolve(CredentialFiles.KEY));
    OwnCertificate read = new OwnCertificate(Pem.key(key), chain);
    if (!read.isPair()) {
      throw new GeneralSecurityException(
          "%s is not the key of %s".formatted(CredentialFiles.KEY, CredentialFiles.CERTIFICATE));
    }
    return read;
  }

  /** Whether the key is the certificate's: signs with the one, and looks at that with the other. */
  boolean isPair() throws GeneralSecurityException {
    PublicKey open = chain.getFirst().getPublicKey();
    String algorithm =
        switch (open.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> open.getAlgorithm();
        };
    Signature signature = Signature.getInstance(algorithm);
    try {
      signature.initSign(key);
    } catch (InvalidKeyException e) {
      return false; // of another algorithm
    }
    signature.update(TEXT);
    byte[] signed = signature.sign();
    signature.initVerify(open);
    signature.update(TEXT);
    return signature.verify(signed);
  }

  /** When the first of the certificates runs out. */
  Instant expires() {
    return chain.stream()
        .map(certificate -> certificate.getNotAfter().toInstant())
        .min(Instant::compareTo)
        .orElseThrow();
  }

  /** For a TLS context that shows it. */
  public KeyManager[] keyManagers() throws GeneralSecurityException, IOException {
    KeyStore own = emptyStore();
    own.setKeyEntry("node", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(own, NO_PASSWORD);
    return managers.getKeyManagers();
  }

  static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  /** The private key is left out. */
  @Override
  public String toString() {
    return "OwnCertificate[%s]".formatted(chain.getFirst().getSubjectX500Principal());
  }
}
