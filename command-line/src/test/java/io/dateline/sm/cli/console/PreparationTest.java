package io.dateline.sm.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code conf/prepare.sh} has the JVM learn, and what it must not. */
class PreparationTest {
  private static final Path ENGINES =
      Path.of("../routing-engines/src/main/java/io/dateline/routing");
  private static final Pattern LEFT_OUT =
      Pattern.compile("exclude,io\\.dateline\\.routing\\.\\{(.*?)}");

  /**
   * What is learned stays as it was compiled quickly: an engine's loops would take twice as long.
   */
  @Test
  void shouldLeaveOutAllOfTheEngines() throws IOException {
    Matcher lists = LEFT_OUT.matcher(Files.readString(Path.of("../conf/prepare.sh")));
    Set<String> leftOut =
        lists
            .results()
            .flatMap(list -> Arrays.stream(list.group(1).split(",")))
            .collect(Collectors.toSet());
    try (Stream<Path> packages = Files.list(ENGINES)) {
      assertThat(leftOut)
          .containsExactlyInAnyOrderElementsOf(
              packages
                  .filter(Files::isDirectory)
                  .map(directory -> directory.getFileName().toString())
                  .toList());
    }
  }
}
