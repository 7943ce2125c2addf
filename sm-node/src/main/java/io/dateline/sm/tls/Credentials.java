package io.dateline.sm.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * What a node proves itself by, and which authorities it believes.
 *
 * @param key of the first certificate
 * @param chain the node's certificate first
 * @param authorities at least one; the chain ends at one of them
 */
public record Credentials(
    PrivateKey key, List<X509Certificate> chain, List<X509Certificate> authorities) {
  private static final int DNS_NAME = 2; // GeneralName of RFC 5280, 4.2.1.6
  private static final int IP_ADDRESS = 7;

  public Credentials {
    Objects.requireNonNull(key);
    chain = List.copyOf(chain);
    authorities = List.copyOf(authorities);
  }

  /** The node's own certificate. */
  public X509Certificate certificate() {
    return chain.getFirst();
  }

  /** When the first of the certificates in use runs out. */
  public Instant expires() {
    return new OwnCertificate(key, chain).expires();
  }

  /** These, with other authorities that are believed, too. */
  Credentials believing(List<X509Certificate> others) {
    return new Credentials(
        key, chain, Stream.concat(authorities.stream(), others.stream()).distinct().toList());
  }

  /** Whether the certificate is for this host. */
  public boolean isFor(String host) {
    return namesOneOf(certificate(), List.of(host));
  }

  /** Hosts and addresses that the certificate is for. */
  public Set<String> names() {
    return names(certificate());
  }

  /** Whether a certificate names one of these hosts (subjectAltName). */
  static boolean namesOneOf(X509Certificate certificate, Collection<String> hosts) {
    Set<String> names = names(certificate);
    return hosts.stream().map(Credentials::plain).anyMatch(names::contains);
  }

  /** Hosts and addresses that a certificate is for, in small letters. */
  static Set<String> names(X509Certificate certificate) {
    Set<String> names = new TreeSet<>();
    try {
      Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
      if (alternatives != null) {
        for (List<?> name : alternatives) {
          if (name.get(0) instanceof Integer type && (type == DNS_NAME || type == IP_ADDRESS)) {
            names.add(plain(name.get(1).toString()));
          }
        }
      }
    } catch (CertificateParsingException e) {
      return Set.of(); // names nothing that could be believed
    }
    return names;
  }

  private static String plain(String host) {
    return host.replace("[", "").replace("]", "").toLowerCase(Locale.ROOT);
  }

  /**
   * Checks that these can be used at all: the key belongs to the certificate, an authority vouches
   * for it, and it is valid now.
   *
   * @throws UnusableCredentialsException with a sentence, if not
   * @throws OutOfDateCredentialsException if only the time is wrong
   */
  Credentials checked(Instant now) {
    X509Certificate own = certificate();
    if (now.isBefore(own.getNotBefore().toInstant())) {
      throw new OutOfDateCredentialsException(
          "the node's certificate is not valid before %s"
              .formatted(own.getNotBefore().toInstant()));
    }
    if (now.isAfter(expires())) {
      throw new OutOfDateCredentialsException(
          "the node's certificate has expired, at %s".formatted(expires()));
    }
    if (!hasOwnKey()) {
      throw new UnusableCredentialsException("the private key is not the certificate's");
    }
    X509Certificate last = chain.getLast();
    if (authorities.stream().noneMatch(authority -> isVouchedFor(last, authority))) {
      throw new UnusableCredentialsException("no authority of ca.pem vouches for the certificate");
    }
    return this;
  }

  private boolean hasOwnKey() {
    try {
      return new OwnCertificate(key, chain).isPair();
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static boolean isVouchedFor(X509Certificate certificate, X509Certificate authority) {
    if (certificate.equals(authority)) {
      return true;
    }
    try {
      certificate.verify(authority.getPublicKey());
      return certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal());
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** For both sides of a connection: shows the certificate, believes the authorities alone. */
  public SSLContext context() {
    try {
      List<X509Certificate> shown =
          Stream.concat(chain.stream(), authorities.stream().filter(this::isEndOfChain))
              .distinct()
              .toList();
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          new OwnCertificate(key, shown).keyManagers(),
          trust(authorities).getTrustManagers(),
          null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new UnusableCredentialsException("no TLS with this certificate: " + e.getMessage(), e);
    }
  }

  private boolean isEndOfChain(X509Certificate authority) {
    return isVouchedFor(chain.getLast(), authority);
  }

  private static TrustManagerFactory trust(List<X509Certificate> authorities)
      throws GeneralSecurityException, IOException {
    KeyStore believed = OwnCertificate.emptyStore();
    for (int i = 0; i < authorities.size(); i++) {
      believed.setCertificateEntry("authority-" + i, authorities.get(i));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(believed);
    return trust;
  }

  /** The private key is left out. */
  @Override
  public String toString() {
    return "Credentials[certificate=%s, names=%s]"
        .formatted(certificate().getSubjectX500Principal(), names(certificate()));
  }
}
