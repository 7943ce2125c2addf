package io.dateline.it.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What offline commands are at is told where standard error is a terminal, and only there. */
class ProgressIT {
  @TempDir Path folder;

  @BeforeAll
  static void tools() {
    Machine.needs("script");
  }

  @ParameterizedTest
  @CsvSource({
    "generate torus 4 4 4 1, generate",
    "route --topology torus:4x4x4 --engine minhop --dump D, route",
    "check --topology torus:4x4x4 --lfts D, check",
    "analyze --topology torus:4x4x4 --engine minhop, analyze"
  })
  void shouldTellATerminal(String command, String task) {
    run("route --topology torus:4x4x4 --engine minhop --dump D > out 2> err");
    Pattern told = Pattern.compile(task + ", \\d+ s: ");
    assertThat(run(command + " > out")).containsPattern(told);
    assertThat(run(command + " > out 2> err")).doesNotContainPattern(told);
  }

  /** Runs it where standard input, output and error are a terminal; what that shows. */
  private String run(String command) {
    String dateline = Machine.root().resolve("dateline").toString();
    return Running.run(
            folder.resolve("shown"),
            Duration.ofMinutes(2),
            Map.of(),
            List.of(
                "script",
                "--quiet",
                "--return",
                "--command",
                "cd " + folder + " && " + dateline + " " + command,
                "/dev/null"))
        .output();
  }
}
