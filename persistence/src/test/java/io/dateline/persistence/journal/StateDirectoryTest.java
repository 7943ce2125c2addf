package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
  @TempDir private Path folder;

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void shouldKeepOthersOutOfADirectoryItMakes() throws IOException {
    Path path = folder.resolve("parent/state");
    try (StateDirectory taken = StateDirectory.take(path)) {
      assertThat(mode(taken.path())).isEqualTo("rwx------");
    }
  }

  @Test
  void shouldLeaveADirectoryThatIsThereAsItIs() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
    try (StateDirectory taken = StateDirectory.take(folder)) {
      assertThat(mode(taken.path())).isEqualTo("rwxr-x---");
    }
  }
}
