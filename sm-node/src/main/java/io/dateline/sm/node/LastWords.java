package io.dateline.sm.node;

import ch.qos.logback.classic.LoggerContext;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/** Ends a process that cannot end in order, with the log written that says why. */
final class LastWords {
  /** For the log: a terminal or a pipe that takes nothing must not keep the process alive. */
  private static final Duration PATIENCE = Duration.ofMillis(300);

  private LastWords() {}

  /** Ends it at once; no shutdown hook runs. */
  static void halt(int exitCode) {
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .name("last-words")
            .start(
                () -> {
                  if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
                    logback.stop(); // lines that wait are written
                  }
                });
    try {
      writer.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(exitCode);
  }
}
