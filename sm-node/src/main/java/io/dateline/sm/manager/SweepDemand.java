package io.dateline.sm.manager;

import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.Optional;

/**
 * The heavy sweeps that were asked for and have not begun. Those asked for during another come to
 * one that follows it; one that only traps ask for keeps a distance. Owned by the subnet manager's
 * actor.
 */
final class SweepDemand {
  private static final String RETRY_TIMER = "retry";
  private static final String TRAP_TIMER = "trap";

  /** Between the end of a heavy sweep and one that traps ask for: traps may come in floods. */
  private static final Duration TRAP_SWEEP_GAP = Duration.ofMillis(250);

  /** Wait before a sweep that failed as a whole is tried again. */
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  /** Engines that have refused go on doing so until something changes: twice as long each time. */
  private static final Duration RETRY_AFTER_MAX = Duration.ofSeconds(30);

  private final TimerScheduler<SubnetManager.Command> timers;
  private String nextReason; // why another heavy sweep follows this one, or null
  private String trapReason; // the same, where it may wait a moment
  private Duration refusedRetry = RETRY_AFTER;
  private long lastEndNs = System.nanoTime() - TRAP_SWEEP_GAP.toNanos();

  SweepDemand(TimerScheduler<SubnetManager.Command> timers) {
    this.timers = timers;
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
    rest();
  }

  /** The subnet is up. */
  void sweepEnded() {
    lastEndNs = System.nanoTime();
    refusedRetry = RETRY_AFTER;
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
    Duration since = Duration.ofNanos(System.nanoTime() - lastEndNs);
    if (since.compareTo(TRAP_SWEEP_GAP) >= 0) {
      return Optional.of(reason);
    }
    if (!timers.isTimerActive(TRAP_TIMER)) {
      timers.startSingleTimer(
          TRAP_TIMER, new SubnetManager.Sweep(reason), TRAP_SWEEP_GAP.minus(since));
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
    timers.cancel(RETRY_TIMER);
    timers.cancel(TRAP_TIMER);
  }
}
