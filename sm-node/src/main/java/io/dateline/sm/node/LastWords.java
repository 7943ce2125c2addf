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
    try {
      Thread.ofPlatform().daemon().name("last-words").start(LastWords::write).join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      Runtime.getRuntime().halt(exitCode); // also where there is no room for a thread
    }
  }

  /** Lines that wait are written when Logback stops. */
  private static void write() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
      logback.stop();
    }
  }
}
