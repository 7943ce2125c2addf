package io.dateline.sm.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialFilesTest {
  private static final Instant NOW = TestCredentials.NOW;

  @TempDir private Path folder;
  private Authority authority;

  @BeforeEach
  void write() throws Exception {
    authority = TestCredentials.authority();
    CredentialFiles.write(folder, TestCredentials.issue(authority, "sm1", "10.0.0.1"));
  }

  private void refused(Instant now, String why) {
    assertThatThrownBy(() -> CredentialFiles.read(folder, now))
        .isInstanceOf(UnusableCredentialsException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining(why);
  }

  @Test
  void shouldReadWhatWasWritten() {
    Credentials read = CredentialFiles.read(folder, NOW);
    assertThat(read.names()).containsExactlyInAnyOrder("sm1", "10.0.0.1");
    assertThat(read.isFor("SM1")).isTrue();
    assertThat(read.isFor("sm2")).isFalse();
    assertThat(read.authorities()).containsExactly(authority.certificate());
    assertThat(read.toString()).contains("sm1").doesNotContain("PRIVATE");
  }

  @Test
  void shouldLeaveTheKeyToTheUserWhoseItWas() throws Exception {
    Assumptions.assumeTrue(System.getProperty("user.name").equals("root"));
    Path key = folder.resolve("node-key.pem");
    UserPrincipal nobody =
        key.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    Files.setOwner(key, nobody);
    CredentialFiles.write(folder, TestCredentials.issue(authority, "sm1"));
    assertThat(Files.getOwner(key)).isEqualTo(nobody);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
  }

  @Test
  void shouldNameAFileThatIsMissing() throws Exception {
    Files.delete(folder.resolve("ca.pem"));
    refused(NOW, "ca.pem is missing");
  }

  @Test
  void shouldRefuseAKeyThatOthersCanRead() throws Exception {
    Files.setPosixFilePermissions(
        folder.resolve("node-key.pem"), PosixFilePermissions.fromString("rw-r-----"));
    refused(NOW, "open to others");
  }

  @Test
  void shouldRefuseAKeyOfAnotherCertificate() throws Exception {
    Credentials other = TestCredentials.issue(authority, "sm1");
    Files.writeString(folder.resolve("node-key.pem"), Pem.text(other.key()));
    refused(NOW, "the private key is not the certificate's");
  }

  @Test
  void shouldRefuseACertificateOfAnotherAuthority() throws Exception {
    Files.writeString(
        folder.resolve("ca.pem"),
        Pem.text(java.util.List.of(TestCredentials.authority().certificate())));
    refused(NOW, "no authority of ca.pem vouches");
  }

  @Test
  void shouldRefuseACertificateThatIsNotValidNow() {
    refused(NOW.plus(Duration.ofDays(366)), "has expired");
    refused(NOW.minus(Duration.ofDays(2)), "is not valid before");
  }

  @Test
  void shouldRefuseWhatIsNoCertificate() throws Exception {
    Files.writeString(folder.resolve("node.pem"), "nothing");
    refused(NOW, "there is no certificate in it");
  }
}
