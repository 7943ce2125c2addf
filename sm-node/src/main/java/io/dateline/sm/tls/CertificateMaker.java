package io.dateline.sm.tls;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Makes the files that {@code dateline certificates} leaves. */
public final class CertificateMaker {
  private CertificateMaker() {}

  /**
   * An authority, in a directory that has none.
   *
   * @throws FileAlreadyExistsException if it has one
   */
  public static void authority(Path out, int days) throws IOException, GeneralSecurityException {
    refuseExisting(out, Authority.CERTIFICATE, Authority.KEY);
    Authority.create("Dateline cluster authority", Instant.now(), Duration.ofDays(days)).write(out);
  }

  /**
   * A certificate for a host.
   *
   * @param authority directory of the authority that vouches for it
   * @param hosts names and addresses of the host
   * @param isReplacing whether one that is there is replaced; the authorities that its ca.pem names
   *     stay believed
   * @throws FileAlreadyExistsException if there is one and it is not to be replaced
   */
  public static void node(
      Path authority, List<String> hosts, int days, Path out, boolean isReplacing)
      throws IOException, GeneralSecurityException {
    Credentials issued =
        Authority.read(authority).issue(hosts, Instant.now(), Duration.ofDays(days));
    Path authorities = out.resolve(CredentialFiles.AUTHORITIES);
    if (!isReplacing) {
      refuseExisting(
          out, CredentialFiles.AUTHORITIES, CredentialFiles.CERTIFICATE, CredentialFiles.KEY);
    } else if (Files.exists(authorities)) {
      issued = issued.believing(Pem.certificates(Files.readString(authorities)));
    }
    CredentialFiles.write(out, issued);
  }

  private static void refuseExisting(Path folder, String... names) throws IOException {
    for (Path file : Arrays.stream(names).map(folder::resolve).toList()) {
      if (Files.exists(file)) {
        throw new FileAlreadyExistsException(file.toString());
      }
    }
  }
}
