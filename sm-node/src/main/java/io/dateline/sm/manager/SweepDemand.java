package io.dateline.sm.manager;

import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The heavy sweeps that were asked for and have not begun. Those asked for during another come to
 * one that follows it; one that only traps ask for keeps a distance, which doubles with every such
 * sweep that finds nothing new while traps keep coming. Owned by the subnet manager's actor.
 */
final class SweepDemand {
  private static final String RETRY_TIMER = "retry";
  private static final String TRAP_TIMER = "trap";

  /** Between the end of a heavy sweep and one that traps ask for: traps may come in floods. */
  static final Duration TRAP_SWEEP_GAP = Duration.ofMillis(250);

  /** What it grows to. What changes meanwhile the light sweeps find. */
  static final Duration TRAP_SWEEP_GAP_MAX = Duration.ofSeconds(16);

  /** Wait before a sweep that failed as a whole is tried again. */
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  /** Engines that have refused go on doing so until something changes: twice as long each time. */
  private static final Duration RETRY_AFTER_MAX = Duration.ofSeconds(30);

  private final TimerScheduler<SubnetManager.Command> timers;
  private String nextReason; // why another heavy sweep follows this one, or null
  private String trapReason; // the same, where it may wait a moment
  private Duration refusedRetry = RETRY_AFTER;
  private final LongSupplier clock; // ns
  private Duration trapGap = TRAP_SWEEP_GAP;
  private boolean isNextForTrap; // of the sweep that begins next, unless another one comes before
  private boolean isForTrap; // of the one under way
  private long lastEndNs;

  SweepDemand(TimerScheduler<SubnetManager.Command> timers) {
    this(timers, System::nanoTime);
  }

  SweepDemand(TimerScheduler<SubnetManager.Command> timers, LongSupplier clock) {
    this.timers = timers;
    this.clock = clock;
    lastEndNs = clock.getAsLong() - TRAP_SWEEP_GAP.toNanos();
  }

  /** Asked for during a sweep. */
  void add(String reason) {
    nextReason = reason;
  }

  /** Asked for by traps during a sweep. */
  void addForTrap(String reason) {
    trapReason = reason;
  }

  /** Whether one is to follow at once. */
  boolean isUrgent() {
    return nextReason != null;
  }

  /** What was asked for before finds its answer in it. */
  void sweepBegins() {
    isForTrap = isNextForTrap;
    rest();
  }

  /**
   * The subnet is up.
   *
   * @param isNew whether it is another one than before
   */
  void sweepEnded(boolean isNew) {
    lastEndNs = clock.getAsLong();
    refusedRetry = RETRY_AFTER;
    if (isNew) {
      trapGap = TRAP_SWEEP_GAP;
    } else if (isForTrap) {
      Duration next = trapGap.multipliedBy(2);
      trapGap = next.compareTo(TRAP_SWEEP_GAP_MAX) > 0 ? TRAP_SWEEP_GAP_MAX : next;
    }
  }

  void sweepFailed(String reason) {
    retryAfter(RETRY_AFTER, reason);
  }

  /** No engine routes what there is. */
  void sweepRefused(String reason) {
    retryAfter(refusedRetry, reason);
    Duration next = refusedRetry.multipliedBy(2);
    refusedRetry = next.compareTo(RETRY_AFTER_MAX) > 0 ? RETRY_AFTER_MAX : next;
  }

  private void retryAfter(Duration wait, String reason) {
    timers.startSingleTimer(
        RETRY_TIMER, new SubnetManager.Sweep("the last sweep failed: " + reason), wait);
  }

  /** Why a sweep is to begin now, after another; one that may wait comes as a message. */
  Optional<String> take() {
    String next = nextReason;
    String trap = trapReason;
    forget();
    if (next != null) {
      return Optional.of(next);
    }
    return trap == null ? Optional.empty() : afterGap(trap);
  }

  /** The reason, if traps may have their sweep now; else it comes as a message. */
  Optional<String> afterGap(String reason) {
    isNextForTrap = true;
    Duration since = Duration.ofNanos(clock.getAsLong() - lastEndNs);
    if (since.compareTo(trapGap) >= 0) {
      trapGap = TRAP_SWEEP_GAP; // none had come for as long, or a sweep would have been made
      return Optional.of(reason);
    }
    if (!timers.isTimerActive(TRAP_TIMER)) {
      timers.startSingleTimer(TRAP_TIMER, new SubnetManager.Sweep(reason), trapGap.minus(since));
    }
    return Optional.empty();
  }

  /** Nothing is to follow; what waits for its time still comes. */
  void forget() {
    nextReason = null;
    trapReason = null;
  }

  /** No sweep is made until one is asked for. */
  void rest() {
    forget();
    isNextForTrap = false;
    timers.cancel(RETRY_TIMER);
    timers.cancel(TRAP_TIMER);
  }
}
