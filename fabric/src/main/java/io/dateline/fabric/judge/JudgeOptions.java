package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;

/**
 * How to judge; the verdict does not depend on the number of threads.
 *
 * @param scope the ports that send and receive
 * @param threads at least 1
 * @param examplesMax how many undelivered pairs and how many loops are named, at least 0
 * @param own the end port of the subnet manager, which every other one has to reach, and it every
 *     adapter; {@link Fabric#NONE} where that is no question
 * @param partly end ports whose pairs with others, but the subnet manager's, need not be served
 */
public record JudgeOptions(
    Scope scope, int threads, int examplesMax, int own, Set<Integer> partly) {
  public JudgeOptions {
    Objects.requireNonNull(scope);
    partly = Set.copyOf(partly);
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
    if (examplesMax < 0) {
      throw new IllegalArgumentException("examplesMax is negative: " + examplesMax);
    }
  }

  /** Without a subnet manager. */
  public JudgeOptions(Scope scope, int threads, int examplesMax) {
    this(scope, threads, examplesMax, Fabric.NONE, Set.of());
  }

  /** The same, with the end port that the subnet manager is at. */
  public JudgeOptions from(int endPort) {
    return new JudgeOptions(scope, threads, examplesMax, endPort, partly);
  }

  /** The same, with end ports whose pairs need not all be served. */
  public JudgeOptions partly(Collection<Integer> endPorts) {
    return new JudgeOptions(scope, threads, examplesMax, own, Set.copyOf(endPorts));
  }

  /** A thread for every processor, ten examples. */
  public static JudgeOptions of(Scope scope) {
    return new JudgeOptions(scope, Runtime.getRuntime().availableProcessors(), 10);
  }
}
