package io.dateline.routing;

import java.util.ArrayList;
import java.util.List;

/**
 * An engine that works with a number of threads, the caller's among them. Its tables are the same
 * for any number.
 */
public abstract class ParallelEngine implements RoutingEngine {
  /** At least 1. */
  protected final int threads;

  private final String name;

  protected ParallelEngine(String name, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
    this.name = name;
    this.threads = threads;
  }

  @Override
  public final String name() {
    return name;
  }

  /** Several parts of what {@link #classes()} tells. */
  @SafeVarargs
  protected static List<Class<?>> classes(List<Class<?>>... parts) {
    List<Class<?>> all = new ArrayList<>();
    for (List<Class<?>> part : parts) {
      all.addAll(part);
    }
    return List.copyOf(all);
  }

  /** A refusal of this engine's, for a reason that names the switch, port or rule. */
  protected final RoutingOutcome refused(String reason) {
    return new RoutingOutcome.Refused(name, reason);
  }

  /** A refusal of a fabric without nodes. */
  protected final RoutingOutcome refusedEmpty() {
    return refused("the fabric is empty: it has no nodes");
  }
}
