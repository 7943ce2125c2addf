package io.dateline.sm.manager;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** What the manager's machine wants done; whatever runs the machine does it, in this order. */
public sealed interface SmEffect {
  /** A line of the log; the text has a pair of braces for each argument. */
  record Say(Level level, String text, Object... arguments) implements SmEffect {}

  enum Level {
    INFO,
    WARN,
    ERROR
  }

  /**
   * Something outside is begun, and the machine is told how it ends.
   *
   * @param what is waited for, in words
   * @param begin begins it
   * @param told the machine's next input, of the value or of the failure, one of which is null
   */
  record Await<T>(
      String what, Supplier<CompletionStage<T>> begin, BiFunction<T, Throwable, SmCommand> told)
      implements SmEffect {}

  /** The machine's next input is this, before anything from outside that comes later. */
  record Tell(SmCommand command) implements SmEffect {}

  /**
   * The machine is given an input later. A timer of the same name that runs is replaced.
   *
   * @param isRepeated whether again and again
   */
  record StartTimer(String name, Duration delay, SmCommand command, boolean isRepeated)
      implements SmEffect {}

  record CancelTimer(String name) implements SmEffect {}

  /** A term has begun: whatever stood in for the manager ends. */
  record TermBegan(long term) implements SmEffect {}

  /** This node leaves its cluster. */
  record Leave(Cause cause, String sentence) implements SmEffect {}

  /** Why it leaves. */
  enum Cause {
    /** Another node has begun a term. */
    SUPERSEDED,
    /** Its port is in another fabric. */
    OTHER_FABRIC,
    /** The journal is another subnet's. */
    OTHER_JOURNAL,
    /** The partition file cannot be used, and the journal has no partitions. */
    NO_PARTITIONS,
    /** Other nodes agree that it computes wrong tables. */
    WRONG_TABLES,
    /** The journal lacks what this node has read of it. */
    JOURNAL_WENT_BACK
  }

  /** The machine has ended; it is given no more inputs. */
  record End() implements SmEffect {}
}
