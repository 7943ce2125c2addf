package io.dateline.sm.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another {@code dateline} command, in a process of its own that ends with this one. */
final class ChildProcess implements AutoCloseable {
  private static final int POLL_MS = 20;
  private static final int PATIENCE_S = 10;

  /**
   * The terminal sends ^C to all its processes at once; they are to end in order, which who started
   * them sees to.
   */
  private static final String IGNORE_TERMINAL = "trap '' INT HUP; exec \"$@\"";

  private final String name;
  private final Path log;
  private final Process process;

  private ChildProcess(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
  }

  /** Starts a command with this process's own JVM and class path; its output goes to a file. */
  static ChildProcess start(String name, Path folder, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "/bin/sh",
                "-c",
                IGNORE_TERMINAL,
                "sh",
                ProcessHandle.current().info().command().orElse("java"),
                "--sun-misc-unsafe-memory-access=allow",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Dateline.class.getName()));
    command.addAll(List.of(arguments));
    Path log = folder.resolve(name + ".log");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .start();
    return new ChildProcess(name, log, process);
  }

  long pid() {
    return process.pid();
  }

  /**
   * @throws UncheckedIOException if the process has ended; the message names its log
   */
  void requireAlive() {
    if (!process.isAlive()) {
      String sentence =
          "the %s ended with exit code %d; its log is %s".formatted(name, process.exitValue(), log);
      throw new UncheckedIOException(sentence, new IOException(sentence));
    }
  }

  /**
   * Waits until the process has printed a line, which it does when it is ready.
   *
   * @throws IllegalStateException if it ends before
   */
  void awaitFirstLine() throws IOException, InterruptedException {
    while (!Files.readString(log).contains("\n")) {
      requireAlive();
      Thread.sleep(POLL_MS);
    }
  }

  int awaitExit() throws InterruptedException {
    return process.waitFor();
  }

  /** Asks the process to end, as ^C would, and waits until it has. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
