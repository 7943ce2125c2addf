package io.dateline.sm.manager;

import io.dateline.sm.discover.Extent;
import java.time.Duration;
import java.util.Optional;

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

  private final Outbox out;
  private String nextReason; // why another heavy sweep follows this one, or null
  private String trapReason; // the same, where it may wait a moment
  private Extent asked = Extent.NONE; // what those are about
  private Duration refusedRetry = RETRY_AFTER;
  private final StepTime time;
  private final TrapGaps gaps = new TrapGaps();
  private String nextTrap; // of the sweep that begins next, unless another one comes before
  private String trap; // of the one under way, null where it is for something else
  private long lastEndNs;
  private boolean isTimerSet; // of the trap timer; it may have run out since
  private long timerDueNs;

  SweepDemand(Outbox out, StepTime time) {
    this.out = out;
    this.time = time;
    lastEndNs = time.nanos() - TrapGaps.FIRST.toNanos();
  }

  /** Asked for during a sweep. */
  void add(String reason, Extent extent) {
    nextReason = reason;
    asked = asked.and(extent);
  }

  /** Asked for by traps during a sweep. */
  void addForTrap(String reason, Extent extent) {
    trapReason = reason;
    asked = asked.and(extent);
  }

  /**
   * What the sweep under way may look at, too, before it goes on: nothing is to follow for that
   * then.
   */
  Optional<Extent> takeIn() {
    if (asked.isWhole() || asked.isNone()) {
      return Optional.empty();
    }
    Extent taken = asked;
    forget();
    return Optional.of(taken);
  }

  /** What has been asked for and is not looked at yet. */
  Extent asked() {
    return asked;
  }

  /** Whether one is to follow at once. */
  boolean isUrgent() {
    return nextReason != null;
  }

  /**
   * What was asked for before finds its answer in it.
   *
   * @return what that was about
   */
  Extent sweepBegins() {
    Extent begun = asked;
    trap = nextTrap;
    rest();
    return begun;
  }

  /**
   * The subnet is up.
   *
   * @param isNew whether it is another one than before
   */
  void sweepEnded(boolean isNew) {
    lastEndNs = time.nanos();
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
    out.startTimer(RETRY_TIMER, wait, new SmCommand.Sweep("the last sweep failed: " + reason));
  }

  /**
   * Why a sweep is to begin now, after another; one that may wait comes as a message. What it is
   * about {@link #sweepBegins} tells.
   */
  Optional<String> take() {
    String next = nextReason;
    String waiting = trapReason;
    nextReason = null;
    trapReason = null;
    if (next != null) {
      return Optional.of(next);
    }
    return waiting == null ? Optional.empty() : afterGap(waiting, Extent.NONE);
  }

  /** The reason, if traps may have their sweep now; else it comes as a message. */
  Optional<String> afterGap(String reason, Extent extent) {
    asked = asked.and(extent);
    Duration since = Duration.ofNanos(time.nanos() - lastEndNs);
    Duration gap = gaps.before(reason);
    if (since.compareTo(gap) >= 0) {
      gaps.calm(reason); // or a sweep would have been made
      nextTrap = reason;
      return Optional.of(reason);
    }
    long dueNs = lastEndNs + gap.toNanos();
    if (!isTimed() || dueNs - timerDueNs < 0) {
      isTimerSet = true;
      timerDueNs = dueNs;
      nextTrap = reason;
      out.startTimer(TRAP_TIMER, gap.minus(since), new SmCommand.Sweep(reason, asked));
    }
    return Optional.empty();
  }

  private boolean isTimed() {
    return isTimerSet && timerDueNs - time.nanos() > 0;
  }

  /** Nothing is to follow; what waits for its time still comes. */
  private void forget() {
    nextReason = null;
    trapReason = null;
    asked = Extent.NONE;
  }

  /** No sweep is made until one is asked for. */
  void rest() {
    forget();
    nextTrap = null;
    out.cancel(RETRY_TIMER);
    out.cancel(TRAP_TIMER);
    isTimerSet = false;
  }
}
