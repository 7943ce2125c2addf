package io.dateline.sm.alive;

import java.time.Duration;

/**
 * How closely a node watches itself.
 *
 * @param interval between questions
 * @param patience after which a part that has given no sign is given up
 */
public record WatchdogSettings(Duration interval, Duration patience) {
  /** Turns without a sign after which a part is given up. */
  public int patienceTurns() {
    return Math.toIntExact(patience.dividedBy(interval));
  }

  /** Turns without a sign after which the node does not say any more that it is ready. */
  public int doubtTurns() {
    return patienceTurns() / 2;
  }
}
