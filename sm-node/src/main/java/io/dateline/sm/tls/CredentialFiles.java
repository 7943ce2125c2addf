package io.dateline.sm.tls;

import io.dateline.persistence.file.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * A directory with a node's credentials, in PEM:
 *
 * <pre>
 *   ca.pem        the authorities that are believed, one or several
 *   node.pem      the node's certificate, and what is between it and its authority
 *   node-key.pem  its private key, PKCS #8, mode 0600
 * </pre>
 */
public final class CredentialFiles {
  static final String AUTHORITIES = "ca.pem";
  static final String CERTIFICATE = "node.pem";
  static final String KEY = "node-key.pem";

  private CredentialFiles() {}

  /** The three files. */
  static List<Path> of(Path directory) {
    return List.of(
        directory.resolve(AUTHORITIES), directory.resolve(CERTIFICATE), directory.resolve(KEY));
  }

  /** The node's certificate and its key. */
  public static List<Path> ofOwnCertificate(Path directory) {
    return List.of(directory.resolve(CERTIFICATE), directory.resolve(KEY));
  }

  /**
   * Reads the directory.
   *
   * @throws UnusableCredentialsException with a sentence that names the file, if one is missing, no
   *     certificate or key, open to others, or not valid now
   */
  public static Credentials read(Path directory, Instant now) {
    Credentials read =
        new Credentials(
            parse(directory.resolve(KEY), PrivateFile::read, Pem::key),
            parse(directory.resolve(CERTIFICATE), Files::readString, CredentialFiles::atLeastOne),
            parse(directory.resolve(AUTHORITIES), Files::readString, CredentialFiles::atLeastOne));
    try {
      return read.checked(now);
    } catch (OutOfDateCredentialsException e) {
      throw new OutOfDateCredentialsException("%s: %s".formatted(directory, e.getMessage()), e);
    } catch (UnusableCredentialsException e) {
      throw new UnusableCredentialsException("%s: %s".formatted(directory, e.getMessage()), e);
    }
  }

  private static List<X509Certificate> atLeastOne(String text) throws GeneralSecurityException {
    List<X509Certificate> certificates = Pem.certificates(text);
    if (certificates.isEmpty()) {
      throw new GeneralSecurityException("there is no certificate in it");
    }
    return certificates;
  }

  private interface Reader {
    String read(Path path) throws IOException;
  }

  private interface Parser<T> {
    T parse(String text) throws GeneralSecurityException;
  }

  private static <T> T parse(Path path, Reader reader, Parser<T> parser) {
    try {
      return parser.parse(reader.read(path));
    } catch (NoSuchFileException e) {
      throw new UnusableCredentialsException(path + " is missing (dateline certificates)", e);
    } catch (IOException | GeneralSecurityException e) {
      throw new UnusableCredentialsException(
          "%s cannot be used: %s".formatted(path, e.getMessage()), e);
    }
  }

  /**
   * Writes the three files, in the place of what is there. A key that takes another one's place is
   * the same user's: root renews what a node's user has to read.
   *
   * @throws IOException if one cannot be written
   */
  static void write(Path directory, Credentials credentials)
      throws IOException, GeneralSecurityException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(AUTHORITIES), Pem.text(credentials.authorities()));
    Path key = directory.resolve(KEY);
    UserPrincipal owner = Files.exists(key) ? Files.getOwner(key) : null;
    PrivateFile.write(key, Pem.text(credentials.key()));
    if (owner != null && !owner.equals(Files.getOwner(key))) {
      Files.setOwner(key, owner);
    }
    Files.writeString(directory.resolve(CERTIFICATE), Pem.text(credentials.chain()));
  }
}
