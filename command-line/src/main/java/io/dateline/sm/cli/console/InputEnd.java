package io.dateline.sm.cli.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * The end of standard input, with which a child process ends: the process that started it holds the
 * other end, and a process that is killed lets go of everything, but ends no other process.
 */
public final class InputEnd {
  /** For an end in order, which may wait for others that were killed as well. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final String PROPERTY = "dateline.ends-with-input";

  /** The option of a JVM that ends so. */
  public static final String OPTION = "-D" + PROPERTY + "=true";

  private InputEnd() {}

  /** Has this process end with its standard input, if it was started so. */
  public static void endWith() {
    if (Boolean.getBoolean(PROPERTY)) {
      whenEnded(System.in, InputEnd::exit);
    }
  }

  /** Has something run, in another thread, when there is nothing more to read. */
  static void whenEnded(InputStream input, Runnable then) {
    begin(
        () -> {
          try {
            input.transferTo(OutputStream.nullOutputStream());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } finally {
            then.run();
          }
        });
  }

  private static void exit() {
    Thread exit = begin(() -> System.exit(ExitCode.FAILED));
    try {
      exit.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(ExitCode.FAILED);
  }

  private static Thread begin(Runnable work) {
    return Thread.ofPlatform().daemon().name("input-end").start(work);
  }
}
