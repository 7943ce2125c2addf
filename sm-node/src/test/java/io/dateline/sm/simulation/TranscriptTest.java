package io.dateline.sm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the manager does in situations that everybody has to know, as text: see {@link Scenario} for
 * the lines. {@code -Dtranscripts.write=true} writes what happens now in place of what is there.
 */
class TranscriptTest {
  private static final Path FOLDER = Path.of("src/test/resources/transcripts/manager");
  private static final boolean WRITES = Boolean.getBoolean("transcripts.write");

  private static final Pattern CONSTANT = Pattern.compile("\\b[A-Z]{2,}_[A-Z_]+\\b");

  static List<String> transcripts() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void shouldDoAsIsWritten(String name) throws IOException {
    Path file = FOLDER.resolve(name);
    List<String> written = Files.readAllLines(file);
    List<String> now = new ArrayList<>();
    Scenario scenario = new Scenario();
    for (String line : written) {
      if (line.startsWith(">")) {
        now.add(line);
        scenario.take(line.substring(1)).forEach(said -> now.add("  " + said));
      } else if (line.startsWith("#") || line.isBlank()) {
        now.add(line);
      }
    }
    if (WRITES) {
      Files.write(file, now);
    }
    assertThat(now).isEqualTo(written);
  }

  /** The log is for people: it has no names of the program's constants. */
  @ParameterizedTest
  @MethodSource("transcripts")
  void shouldSayItInWords(String name) throws IOException {
    assertThat(Files.readAllLines(FOLDER.resolve(name)))
        .filteredOn(line -> line.contains(" -> say "))
        .noneMatch(line -> CONSTANT.matcher(line).find());
  }
}
