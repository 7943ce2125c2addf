package io.dateline.sm.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateMakerTest {
  @TempDir private Path folder;

  @Test
  void shouldMakeWhatANodeReads() throws Exception {
    Path authority = folder.resolve("authority");
    Path node = folder.resolve("node");
    CertificateMaker.authority(authority, 10);
    CertificateMaker.node(authority, List.of("sm1"), 10, node, false);
    assertThat(CredentialFiles.read(node, Instant.now()).isFor("sm1")).isTrue();
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(authority.resolve("ca-key.pem"))))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(node.resolve("node-key.pem"))))
        .isEqualTo("rw-------");
  }

  @Test
  void shouldReplaceNothingWithoutAWord() throws Exception {
    Path node = folder.resolve("node");
    CertificateMaker.authority(folder, 10);
    CertificateMaker.node(folder, List.of("sm1"), 10, node, false);
    assertThatThrownBy(() -> CertificateMaker.authority(folder, 10))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> CertificateMaker.node(folder, List.of("sm1"), 10, node, false))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void shouldGoOnBelievingTheAuthorityOfBefore() throws Exception {
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");
    Path node = folder.resolve("node");
    CertificateMaker.authority(first, 10);
    CertificateMaker.authority(second, 10);
    CertificateMaker.node(first, List.of("sm1"), 10, node, false);
    CertificateMaker.node(second, List.of("sm1"), 10, node, true);
    assertThat(CredentialFiles.read(node, Instant.now()).authorities()).hasSize(2);
  }
}
