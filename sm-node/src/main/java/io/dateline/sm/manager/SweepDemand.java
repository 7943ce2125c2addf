package io.dateline.sm.manager;

import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The heavy sweeps that were asked for and have not begun. Those asked for during another come to
 * one that follows it; one that only traps ask for keeps a distance ({@link TrapGaps}). Owned by
 * the subnet manager's actor.
 */
final class SweepDemand {
  private static final String RETRY_TIMER = "retry";
  private static final String TRAP_TIMER = "trap";

  /** Wait before a sweep that failed as a whole is tried again. */
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  /** Engines that have refused go on doing so until something changes: twice as long each time. */
  private static final Duration RETRY_AFTER_MAX = Duration.ofSeconds(30);

  private final TimerScheduler<SubnetManager.Command> timers;
  private String nextReason; // why another heavy sweep follows this one, or null
  private String trapReason; // the same, where it may wait a moment
  private Duration refusedRetry = RETRY_AFTER;
  private final LongSupplier clock; // ns
  private final TrapGaps gaps = new TrapGaps();
  private String nextTrap; // of the sweep that begins next, unless another one comes before
  private String trap; // of the one under way, null where it is for something else
  private long lastEndNs;
  private long timerDueNs;

  SweepDemand(TimerScheduler<SubnetManager.Command> timers) {
    this(timers, System::nanoTime);
  }

  SweepDemand(TimerScheduler<SubnetManager.Command> timers, LongSupplier clock) {
    this.timers = timers;
    this.clock = clock;
    lastEndNs = clock.getAsLong() - TrapGaps.FIRST.toNanos();
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
    trap = nextTrap;
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
      gaps.fruitful();
    } else if (trap != null) {
      gaps.fruitless(trap);
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
    String waiting = trapReason;
    forget();
    if (next != null) {
      return Optional.of(next);
    }
    return waiting == null ? Optional.empty() : afterGap(waiting);
  }

  /** The reason, if traps may have their sweep now; else it comes as a message. */
  Optional<String> afterGap(String reason) {
    Duration since = Duration.ofNanos(clock.getAsLong() - lastEndNs);
    Duration gap = gaps.before(reason);
    if (since.compareTo(gap) >= 0) {
      gaps.calm(reason); // or a sweep would have been made
      nextTrap = reason;
      return Optional.of(reason);
    }
    long dueNs = lastEndNs + gap.toNanos();
    if (!timers.isTimerActive(TRAP_TIMER) || dueNs - timerDueNs < 0) {
      timerDueNs = dueNs;
      nextTrap = reason;
      timers.startSingleTimer(TRAP_TIMER, new SubnetManager.Sweep(reason), gap.minus(since));
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
    nextTrap = null;
    timers.cancel(RETRY_TIMER);
    timers.cancel(TRAP_TIMER);
  }
}
