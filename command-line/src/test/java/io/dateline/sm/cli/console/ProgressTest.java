package io.dateline.sm.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
  private static final String ERASED = "\r\033[K";

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream terminal = new PrintStream(written, true, StandardCharsets.UTF_8);

  private String shown() {
    return written.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldTellWhatIsDoneAndLeaveNothing() {
    try (Progress progress = Progress.on(terminal, "route")) {
      assertThat(progress.isShown()).isTrue();
      progress.step("reading " + "x".repeat(200));
    }
    assertThat(shown())
        .containsPattern("\\Q" + ERASED + "\\Eroute, \\d+ s: reading x+")
        .endsWith(ERASED);
    assertThat(shown().split("\r")).allMatch(line -> line.length() < 80 + "\033[K".length());
  }

  @Test
  void shouldKeepWhatIsSaid() {
    PrintWriter err = new PrintWriter(terminal, true, StandardCharsets.UTF_8);
    try (Progress progress = Progress.on(terminal, "route")) {
      progress.say("a sentence", err);
    }
    assertThat(shown()).contains(ERASED + "a sentence\n");
  }

  @ParameterizedTest
  @CsvSource({
    "/dev/pts/3, true",
    "/dev/tty1, true",
    "/dev/console, true",
    "/dev/null, false",
    "pipe:[4711], false",
    "/home/x/err, false"
  })
  void shouldTellATerminalFromAFile(String device, boolean isTerminal) {
    assertThat(Terminal.isTerminal(device)).isEqualTo(isTerminal);
  }
}
