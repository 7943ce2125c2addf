package io.dateline.sm.manager;

/** The time at which the machine makes the step that it is making; nothing of it reads a clock. */
final class StepTime {
  private Now now;

  StepTime(Now now) {
    this.now = now;
  }

  void set(Now next) {
    now = next;
  }

  /** On a clock that only goes forward. */
  long nanos() {
    return now.nanos();
  }

  /** Since 1970. */
  long millis() {
    return now.millis();
  }
}
