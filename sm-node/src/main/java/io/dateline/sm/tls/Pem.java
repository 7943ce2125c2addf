package io.dateline.sm.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and private keys as text (RFC 7468). Keys are EC, RSA or EdDSA, in PKCS #8. */
final class Pem {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");
  private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private Pem() {}

  /** All certificates of a text, in their order; none where there are none. */
  static List<X509Certificate> certificates(String text) throws GeneralSecurityException {
    if (!text.contains("-----BEGIN CERTIFICATE-----")) {
      return List.of();
    }
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(
            new ByteArrayInputStream(
                KEY.matcher(text).replaceAll("").getBytes(StandardCharsets.UTF_8)))
        .stream()
        .map(X509Certificate.class::cast)
        .toList();
  }

  /**
   * The private key of a text.
   *
   * @throws GeneralSecurityException if there is none, or one of another kind
   */
  static PrivateKey key(String text) throws GeneralSecurityException {
    Matcher matcher = KEY.matcher(text);
    if (!matcher.find()) {
      throw new GeneralSecurityException("there is no PRIVATE KEY (PKCS #8) in it");
    }
    try {
      PKCS8EncodedKeySpec encoded =
          new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
      for (String algorithm : ALGORITHMS) {
        try {
          return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
        } catch (InvalidKeySpecException e) {
          // it is of another one
        }
      }
      throw new GeneralSecurityException("the private key is none of EC, RSA and EdDSA");
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException("the private key is no base 64", e);
    }
  }

  static String text(Collection<X509Certificate> certificates) throws GeneralSecurityException {
    StringBuilder text = new StringBuilder();
    for (X509Certificate certificate : certificates) {
      text.append(block("CERTIFICATE", certificate.getEncoded()));
    }
    return text.toString();
  }

  static String text(PrivateKey key) {
    return block("PRIVATE KEY", key.getEncoded());
  }

  private static String block(String type, byte[] bytes) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(type, LINES.encodeToString(bytes), type);
  }
}
