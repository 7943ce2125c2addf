package io.dateline.sm.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * What workers do wrong: engines whose next tables lack a way, for the judge to find, programmers
 * that take their time to tell what they remember, and questions that reach them late, or never.
 */
final class WorkerFaults {
  private final Map<String, Integer> lies = new HashMap<>(); // to come, by engine
  private final Map<Long, Long> slowNs = new HashMap<>(); // by switch
  private final Set<String> spoiled = new HashSet<>();
  private final Set<String> shunned = new HashSet<>();
  private final Set<String> swallowed = new HashSet<>();
  private final Map<Long, Integer> drops = new HashMap<>(); // to come, by switch
  private BooleanSupplier sometimes = () -> false;
  private IntSupplier dropsSometimes = () -> 0;

  void lie(String engine, int times) {
    lies.put(engine, times);
  }

  /** The next tables of an engine that another node than the master computes have a wrong byte. */
  void spoil(String engine) {
    spoiled.add(engine);
  }

  /** Whether that is now; once. */
  boolean isSpoiling(String engine) {
    return spoiled.remove(engine);
  }

  /** An engine refuses the next time that another node than the master asks it. */
  void shun(String engine) {
    shunned.add(engine);
  }

  /** Whether that is now; once. */
  boolean isShunned(String engine) {
    return shunned.remove(engine);
  }

  /** The next question to another node about an engine is not answered. */
  void swallow(String engine) {
    swallowed.add(engine);
  }

  /** Whether that is now; once. */
  boolean isSwallowed(String engine) {
    return swallowed.remove(engine);
  }

  /** The next question to the programmer of a switch is dropped so often on the way. */
  void drop(long switchGuid, int times) {
    drops.put(switchGuid, times);
  }

  /** How often that is now; once. */
  int drops(long switchGuid) {
    return Optional.ofNullable(drops.remove(switchGuid)).orElseGet(dropsSometimes::getAsInt);
  }

  /** From now on each question to a programmer may be dropped. */
  void dropSometimes(IntSupplier times) {
    dropsSometimes = times;
  }

  /** From now on each table may be a lie. */
  void lieSometimes(BooleanSupplier now) {
    sometimes = now;
  }

  /** Whether the engine lies now. */
  boolean isLying(String engine) {
    boolean lies = this.lies.containsKey(engine);
    this.lies.computeIfPresent(engine, (name, left) -> left > 1 ? left - 1 : null);
    return lies || sometimes.getAsBoolean();
  }

  /** The programmer of a switch tells so much later what it remembers, ns; once. */
  void slow(long switchGuid, long laterNs) {
    slowNs.put(switchGuid, laterNs);
  }

  /** How much later this time, ns. */
  long slowNs(long switchGuid) {
    return Optional.ofNullable(slowNs.remove(switchGuid)).orElse(0L);
  }
}
