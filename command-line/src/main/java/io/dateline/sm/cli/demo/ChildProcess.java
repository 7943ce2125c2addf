package io.dateline.sm.cli.demo;

import io.dateline.sm.cli.console.InputEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another {@code dateline} command, in a process of its own that ends with this one. */
final class ChildProcess implements AutoCloseable {
  /** What a process that a signal ended has as its exit code, less the signal's number. */
  private static final int BY_SIGNAL = 128;

  /**
   * The terminal sends ^C to all its processes at once; they are to end in order, which the process
   * that started them sees to.
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

  /**
   * Starts a command with this process's own JVM, options and class path; its output goes to the
   * end of a file.
   *
   * @param program with the main method
   */
  static ChildProcess start(Class<?> program, String name, Path folder, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "/bin/sh",
                "-c",
                IGNORE_TERMINAL,
                "sh",
                ProcessHandle.current().info().command().orElse("java")));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add(InputEnd.OPTION);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    Path log = folder.resolve(name.replace(' ', '-') + ".log");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
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
          "%s ended with exit code %d; its log is %s".formatted(name, process.exitValue(), log);
      throw new UncheckedIOException(sentence, new IOException(sentence));
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Whether the process ended by itself, in disorder. */
  boolean hasFailed() {
    return process.exitValue() != 0 && endingSignal() == 0;
  }

  Path log() {
    return log;
  }

  /** The signal that ended the process; 0 if none did. */
  int endingSignal() {
    return Math.max(0, process.exitValue() - BY_SIGNAL);
  }

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly();
  }

  int awaitExit() throws InterruptedException {
    return process.waitFor();
  }

  /** Asks the process to end, as ^C would, and waits until it has. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(InputEnd.PATIENCE)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
