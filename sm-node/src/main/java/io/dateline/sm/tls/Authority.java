package io.dateline.sm.tls;

import io.dateline.persistence.file.PrivateFile;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/**
 * An authority of a cluster's own, which vouches for its nodes and for nothing else. Keys are of
 * the curve P-256, certificates follow RFC 5280.
 *
 * @param key with which certificates are signed
 * @param certificate its own
 */
public record Authority(PrivateKey key, X509Certificate certificate) {
  static final String CERTIFICATE = CredentialFiles.AUTHORITIES;
  static final String KEY = "ca-key.pem";

  private static final int SERIAL_BITS = 128;

  /** Clocks of hosts differ. */
  private static final Duration BEFORE = Duration.ofHours(1);

  /** A new one. */
  public static Authority create(String name, Instant now, Duration validity)
      throws GeneralSecurityException {
    KeyPair keys = newKeys();
    X500Name subject = new X500NameBuilder().addRDN(BCStyle.CN, name).build();
    try {
      X509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
                  subject,
                  newSerial(),
                  Date.from(now.minus(BEFORE)),
                  Date.from(now.plus(validity)),
                  subject,
                  keys.getPublic())
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
              .addExtension(
                  Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      return new Authority(keys.getPrivate(), signed(builder, keys.getPrivate()));
    } catch (CertIOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  /**
   * A key, and a certificate for it that names hosts; good for both sides of a connection.
   *
   * @param hosts names and IP addresses, at least one
   */
  public Credentials issue(Collection<String> hosts, Instant now, Duration validity)
      throws GeneralSecurityException {
    KeyPair keys = newKeys();
    X500Name subject = new X500NameBuilder().addRDN(BCStyle.CN, hosts.iterator().next()).build();
    Instant end = certificate.getNotAfter().toInstant();
    Instant until = now.plus(validity);
    try {
      X509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
                  X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()),
                  newSerial(),
                  Date.from(now.minus(BEFORE)),
                  Date.from(until.isBefore(end) ? until : end),
                  subject,
                  keys.getPublic())
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
              .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
              .addExtension(
                  Extension.extendedKeyUsage,
                  false,
                  new ExtendedKeyUsage(
                      new KeyPurposeId[] {
                        KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
                      }))
              .addExtension(Extension.subjectAlternativeName, false, names(hosts));
      return new Credentials(
          keys.getPrivate(), List.of(signed(builder, key)), List.of(certificate));
    } catch (CertIOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static GeneralNames names(Collection<String> hosts) {
    return new GeneralNames(
        hosts.stream()
            .map(
                host ->
                    new GeneralName(
                        IPAddress.isValid(host) ? GeneralName.iPAddress : GeneralName.dNSName,
                        host))
            .toArray(GeneralName[]::new));
  }

  private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static BigInteger newSerial() {
    return new BigInteger(SERIAL_BITS, new SecureRandom());
  }

  /** Writes {@code ca.pem} and {@code ca-key.pem}, in the place of what is there. */
  void write(Path directory) throws IOException, GeneralSecurityException {
    Files.createDirectories(directory);
    PrivateFile.write(directory.resolve(KEY), Pem.text(key));
    Files.writeString(directory.resolve(CERTIFICATE), Pem.text(List.of(certificate)));
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @throws IOException if a file is missing, or the key is open to others
   */
  static Authority read(Path directory) throws IOException, GeneralSecurityException {
    List<X509Certificate> certificates =
        Pem.certificates(Files.readString(directory.resolve(CERTIFICATE)));
    if (certificates.size() != 1) {
      throw new GeneralSecurityException(
          "%s holds %d certificates, not 1"
              .formatted(directory.resolve(CERTIFICATE), certificates.size()));
    }
    return new Authority(
        Pem.key(PrivateFile.read(directory.resolve(KEY))), certificates.getFirst());
  }

  /** The private key is left out. */
  @Override
  public String toString() {
    return "Authority[%s]".formatted(certificate.getSubjectX500Principal());
  }
}
