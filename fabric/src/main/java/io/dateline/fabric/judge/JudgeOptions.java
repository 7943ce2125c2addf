package io.dateline.fabric.judge;

import java.util.Objects;

/**
 * How to judge; the verdict does not depend on the number of threads.
 *
 * @param scope who sends and receives
 * @param threads at least 1
 * @param examplesMax how many undelivered pairs and how many loops are named, at least 0
 */
public record JudgeOptions(Scope scope, int threads, int examplesMax) {
  public JudgeOptions {
    Objects.requireNonNull(scope);
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
    if (examplesMax < 0) {
      throw new IllegalArgumentException("examplesMax is negative: " + examplesMax);
    }
  }

  /** A thread for every processor, ten examples. */
  public static JudgeOptions of(Scope scope) {
    return new JudgeOptions(scope, Runtime.getRuntime().availableProcessors(), 10);
  }
}
