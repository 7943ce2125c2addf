package io.dateline.sm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.cli.console.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A process whose output has nowhere to go says so, and does not end with 0. */
class FullOutputTest {
  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldFailWhereTheDiskIsFull() throws IOException, InterruptedException {
    File err = folder.resolve("err").toFile();
    Process process =
        generate("3").redirectOutput(new File("/dev/full")).redirectError(err).start();

    assertThat(process.waitFor()).isEqualTo(ExitCode.FAILED);
    assertThat(Files.readString(err.toPath(), StandardCharsets.UTF_8))
        .contains("standard output was closed before all of it was written");
  }

  /** As with head: it has seen enough. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldSayNothingToAReaderThatHasGone() throws IOException, InterruptedException {
    File err = folder.resolve("err").toFile();
    Process process = generate("40").redirectError(err).start();
    process.getInputStream().close();

    assertThat(process.waitFor()).isEqualTo(ExitCode.FAILED);
    assertThat(err).isEmpty();
  }

  /** Prints a square torus. */
  private static ProcessBuilder generate(String side) {
    return new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        Dateline.class.getName(),
        "generate",
        "torus",
        side,
        side,
        "1",
        "1");
  }
}
