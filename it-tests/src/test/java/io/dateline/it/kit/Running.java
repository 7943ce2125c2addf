package io.dateline.it.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A process that a test started; closing it stops that process, and nothing else. */
public final class Running implements AutoCloseable {
  private static final Duration SIGNAL_PATIENCE = Duration.ofMinutes(1);

  private final Process process;
  private final Path output;

  private Running(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts a command whose whole output goes to {@code output}. */
  public static Running start(Path output, Map<String, String> environment, List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    try {
      return new Running(builder.start(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The command that runs a class of the tests in a JVM of its own, which is short-lived. */
  public static List<String> java(Class<?> main, List<String> arguments) {
    return java(classPath(), main, arguments);
  }

  /** The tests' own. */
  public static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** As the other, with another class path than the tests'. */
  static List<String> java(String classPath, Class<?> main, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                main.getName()));
    command.addAll(arguments);
    return command;
  }

  /** Runs a command to its end and returns what it printed, exit code included. */
  public static Ended run(
      Path output, Duration patience, Map<String, String> environment, List<String> command) {
    try (Running running = start(output, environment, command)) {
      running.process.getOutputStream().close();
      boolean ended = running.process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
      return new Ended(ended ? running.process.exitValue() : -1, running.output());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** An ended process; exit code -1 when it had to be stopped. */
  public record Ended(int exitCode, String output) {}

  public String output() {
    try {
      return Files.readString(output, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the output contains a text. */
  public void awaitOutput(String text, Duration patience) {
    Awaitility.await(text)
        .atMost(patience)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              if (!process.isAlive() && !output().contains(text)) {
                throw new IllegalStateException("ended early:\n" + output());
              }
              return output().contains(text);
            });
  }

  /** Writes a line to the process's standard input. */
  void type(String line) {
    try {
      Writer writer = process.outputWriter();
      writer.write(line + "\n");
      writer.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Process process() {
    return process;
  }

  /** Sends a signal by its name, such as STOP, to a process that is there. */
  public void signal(String signal) {
    List<String> kill = List.of("kill", "-" + signal, Long.toString(process.pid()));
    Ended ended = run(output.resolveSibling("kill.log"), SIGNAL_PATIENCE, Map.of(), kill);
    if (ended.exitCode() != 0) {
      throw new IllegalStateException(kill + ": " + ended);
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
