package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadableFileTest {
  @TempDir private Path folder;

  @Test
  void shouldTellAbsenceFromWhatCannotBeSeen() throws IOException {
    Path loop = folder.resolve("loop");
    Files.createSymbolicLink(loop, loop); // as a folder that may not be searched, also for root
    Path hidden = loop.resolve("file");
    assertThat(ReadableFile.isAbsent(folder.resolve("file"))).isTrue();
    assertThat(ReadableFile.isAbsent(hidden)).isFalse();
    assertThat(ReadableFile.problem("file", hidden).orElseThrow())
        .startsWith("file %s cannot be looked at: ".formatted(hidden));
    assertThat(ReadableFile.problem("file", folder.resolve("file")))
        .contains("there is no file " + folder.resolve("file"));
  }
}
