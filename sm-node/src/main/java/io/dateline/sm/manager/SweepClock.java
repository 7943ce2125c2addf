package io.dateline.sm.manager;

import java.time.Duration;

/** When it is time to look around. Owned by the subnet manager's actor. */
final class SweepClock {
  private static final String TIMER = "light-sweep";

  private final Outbox out;
  private Duration interval = Duration.ZERO; // that the timer has; zero for none

  SweepClock(Outbox out) {
    this.out = out;
  }

  /** Counts from now on. */
  void begin(Duration between) {
    interval = between;
    if (interval.isZero()) {
      out.cancel(TIMER);
    } else {
      out.repeat(TIMER, interval, new SmCommand.LookAround());
    }
  }

  /** As {@link #begin}, but an interval that is the same goes on. */
  void set(Duration between) {
    if (!between.equals(interval)) {
      begin(between);
    }
  }
}
