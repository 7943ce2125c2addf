package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
  @TempDir private Path folder;

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void setMode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  @Test
  void shouldKeepOthersOutOfADirectoryItMakes() throws IOException {
    Path path = folder.resolve("parent/state");
    try (StateDirectory taken = StateDirectory.take(path)) {
      assertThat(mode(taken.path())).isEqualTo("rwx------");
      assertThat(mode(path.resolve("node.lock"))).isEqualTo("rw-------");
    }
  }

  @Test
  void shouldKeepOthersOutOfOneThatIsThere() throws IOException {
    Path path = folder.resolve("state");
    JournalSetup.open(ConfigFactory.load(), path).close();
    assertThat(mode(path.resolve("journal.mv.db"))).isEqualTo("rw-------");
    Files.createDirectory(path.resolve("dumps"));
    Path draft = Files.createFile(path.resolve(".keys123.new"));
    setMode(path, "rwxr-xr-x");
    setMode(path.resolve("journal.mv.db"), "rw-r--r--");
    try (StateDirectory taken = StateDirectory.take(path)) {
      assertThat(mode(taken.path())).isEqualTo("rwx------");
      assertThat(mode(path.resolve("journal.mv.db"))).isEqualTo("rw-------");
      assertThat(draft).doesNotExist();
    }
  }

  @Test
  void shouldLeaveTheModeOfADirectoryWithOtherThings() throws IOException {
    setMode(folder, "rwxr-x---");
    Path other = Files.createFile(folder.resolve("other"));
    setMode(other, "rw-r--r--");
    try (StateDirectory taken = StateDirectory.take(folder)) {
      assertThat(mode(taken.path())).isEqualTo("rwxr-x---");
      assertThat(mode(other)).isEqualTo("rw-r--r--");
    }
  }

  @Test
  void shouldRefuseOneThatOthersMayWriteTo() throws IOException {
    for (String mode : new String[] {"rwxrwx---", "rwx----w-", "rwxrwxrwx"}) {
      setMode(folder, mode);
      assertThatThrownBy(() -> StateDirectory.take(folder))
          .isInstanceOf(StateDirectoryUnfitException.class)
          .hasMessageContaining(folder.toString())
          .hasMessageContaining(mode);
    }
    assertThat(folder.resolve("node.lock")).doesNotExist();
  }

  @Test
  void shouldRefuseOneOfAnotherUser() throws IOException {
    Path others = Files.createDirectory(folder.resolve("others"));
    try {
      Files.setAttribute(others, "unix:uid", 4711);
    } catch (IOException e) {
      Assumptions.abort("only root gives directories away");
    }
    assertThatThrownBy(() -> StateDirectory.take(others))
        .isInstanceOf(StateDirectoryUnfitException.class)
        .hasMessageContaining("4711");
  }

  @Test
  void shouldNotFollowALinkInTheLocksPlace() throws IOException {
    Path target = Files.writeString(folder.resolve("target"), "precious");
    Path state = Files.createDirectory(folder.resolve("state"));
    Files.createSymbolicLink(state.resolve("node.lock"), target);

    assertThatThrownBy(() -> StateDirectory.take(state))
        .isInstanceOf(StateDirectoryUnfitException.class)
        .hasMessageContaining("node.lock");
    assertThat(target).hasContent("precious");
  }

  @Test
  void shouldNotOverwriteWhatIsNoLock() throws IOException {
    Path file = Files.writeString(folder.resolve("node.lock"), "precious");

    assertThatThrownBy(() -> StateDirectory.take(folder))
        .isInstanceOf(StateDirectoryUnfitException.class)
        .hasMessageContaining(file.toString());
    assertThat(file).hasContent("precious");
  }
}
