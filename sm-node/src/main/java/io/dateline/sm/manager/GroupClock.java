package io.dateline.sm.manager;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * When multicast tables follow a change of groups: at once after a pause, and otherwise when the
 * pause is over, together with what has changed meanwhile. The journal and the switches are as busy
 * with the tables of one join as with those of a hundred, and the next join would wait for them.
 * Owned by the subnet manager's actor.
 */
final class GroupClock {
  private static final String NAME = "group-tables";
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private final SmContext context;
  private long lastNs;
  private boolean isSet; // the timer

  GroupClock(SmContext context) {
    this.context = context;
    lastNs = context.time().nanos() - PAUSE_NS;
  }

  /** The timer does not run. */
  void forget() {
    isSet = false;
  }

  /** Whether tables may follow at once; if not, {@link SmCommand.GroupTablesDue} comes. */
  boolean isDue() {
    long leftNs = lastNs + PAUSE_NS - context.time().nanos();
    if (leftNs <= 0) {
      lastNs = context.time().nanos();
      return true;
    }
    if (!isSet) {
      isSet = true;
      context.out().startTimer(NAME, Duration.ofNanos(leftNs), new SmCommand.GroupTablesDue());
    }
    return false;
  }

  /** The timer has told. */
  void told() {
    isSet = false;
    lastNs = context.time().nanos();
  }
}
