package io.dateline.sm.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionFileTest {
  @TempDir Path folder;

  /** As {@code partition_config_file}, but that the place of its default is in the folder. */
  private OpensmOption option(String standard) {
    return new OpensmOption(
        "some_file",
        OptionKind.TEXT,
        standard,
        Optional.of("dateline.subnet.some_file"),
        OpensmOption.Unit.NONE,
        false);
  }

  @Test
  void shouldNoteAFileThatIsReadThoughNobodyNamedIt() throws IOException {
    String standard = Files.createFile(folder.resolve("standard")).toString();
    String other = Files.createFile(folder.resolve("other")).toString();

    assertThat(OptionFile.note(option(standard), standard))
        .contains(standard + " is read, the default of some_file");
    assertThat(OptionFile.note(option(standard), other)).isEmpty();
    assertThat(OptionFile.note(option(standard), OptionKind.NOTHING)).isEmpty();
  }

  @Test
  void shouldNoteNothingWhereNothingIsRead() {
    String standard = folder.resolve("standard").toString();

    assertThat(OptionFile.note(option(standard), standard)).isEmpty();
    assertThat(OptionFile.note(option(OptionKind.NOTHING), OptionKind.NOTHING)).isEmpty();
  }
}
