package io.dateline.persistence.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateFileTest {
  @TempDir private Path folder;

  @Test
  void shouldKeepOthersOutOfAFileItMakes() throws IOException {
    Path path = folder.resolve("secret");
    PrivateFile.create(path, "word\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    assertThat(PrivateFile.read(path)).isEqualTo("word\n");
    assertThat(folder).isDirectoryNotContaining("glob:**.new");
  }

  /** A link that was laid there would have its target overwritten. */
  @Test
  void shouldMakeNoFileWhereSomethingIs() throws IOException {
    Path target = Files.writeString(folder.resolve("target"), "precious");
    Path link = Files.createSymbolicLink(folder.resolve("secret"), target);
    assertThatThrownBy(() -> PrivateFile.create(link, "word"))
        .isInstanceOf(FileAlreadyExistsException.class);
    PrivateFile.write(link, "word");
    assertThat(target).hasContent("precious");
    assertThat(link).hasContent("word");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-"})
  void shouldReadNothingThatIsOpenToOthers(String mode) throws IOException {
    Path path = folder.resolve("secret");
    PrivateFile.create(path, "word");
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    assertThatThrownBy(() -> PrivateFile.read(path))
        .isInstanceOf(NotPrivateException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("chmod 600");
  }
}
