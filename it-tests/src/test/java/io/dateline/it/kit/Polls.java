package io.dateline.it.kit;

import java.time.Duration;
import org.awaitility.pollinterval.IterativePollInterval;
import org.awaitility.pollinterval.PollInterval;

/** How often nodes are asked for their status, which costs them more than standing still does. */
final class Polls {
  private static final Duration FIRST = Duration.ofMillis(50);
  private static final Duration LAST = Duration.ofMillis(250);

  /** What comes at once is seen at once; what takes seconds is asked for four times a second. */
  static final PollInterval OF_NODES = IterativePollInterval.iterative(Polls::next, FIRST);

  private Polls() {}

  private static Duration next(Duration before) {
    Duration longer = before.multipliedBy(5).dividedBy(4);
    return longer.compareTo(LAST) < 0 ? longer : LAST;
  }
}
