package io.dateline.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A file that is long says why. */
class LongFilesTest {
  private static final int LINES_MAX = 450;
  private static final String REASON = "Long because ";

  @Test
  void shouldSayWhyFileIsLong() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      List<Path> unexplained =
          modules
              .flatMap(module -> Stream.of("src/main/java", "src/test/java").map(module::resolve))
              .filter(Files::isDirectory)
              .flatMap(LongFilesTest::files)
              .filter(LongFilesTest::isUnexplained)
              .toList();
      assertThat(unexplained)
          .as("files of more than %d lines without a reason", LINES_MAX)
          .isEmpty();
    }
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isUnexplained(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      return lines.size() > LINES_MAX && lines.stream().noneMatch(line -> line.contains(REASON));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
