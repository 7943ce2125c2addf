package io.dateline.sm.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.persistence.event.SiteKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysFileTest {
  @TempDir private Path folder;

  @Test
  void shouldTellItsOwnerAlone() throws IOException {
    KeysFile.write(folder, new SiteKeys(0x12, -1));

    Path file = folder.resolve("keys");
    assertThat(file).hasContent("sm_key 0x0000000000000012\nsa_key 0xffffffffffffffff\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  /** What a link leads to is not written to, and what others may read is replaced. */
  @Test
  void shouldReplaceWhatIsThere() throws IOException {
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "precious");
    Path file = Files.createSymbolicLink(folder.resolve("keys"), elsewhere);

    KeysFile.write(folder, new SiteKeys(1, 2));
    assertThat(elsewhere).hasContent("precious");
    assertThat(Files.isSymbolicLink(file)).isFalse();

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    KeysFile.write(folder, new SiteKeys(1, 2));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).hasSize(2);
    }
  }
}
