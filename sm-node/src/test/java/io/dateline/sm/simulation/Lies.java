package io.dateline.sm.simulation;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Engines whose next tables lack a way, for the judge to find. */
final class Lies {
  private final Set<String> engines = new HashSet<>();
  private BooleanSupplier sometimes = () -> false;

  void tell(String engine) {
    engines.add(engine);
  }

  /** From now on each table may be a lie. */
  void tellSometimes(BooleanSupplier now) {
    sometimes = now;
  }

  /** Whether the engine lies now; once. */
  boolean isTold(String engine) {
    return engines.remove(engine) || sometimes.getAsBoolean();
  }
}
