package io.dateline.sm.manager;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long a heavy sweep that traps ask for keeps from the one before it. The distance doubles with
 * every such sweep that finds nothing new: far for the same trap again, less far for any other, so
 * that a port whose traps tell nothing does not hold up those that tell something. Owned by the
 * subnet manager's actor.
 */
final class TrapGaps {
  /** Traps may come in floods. */
  static final Duration FIRST = Duration.ofMillis(250);

  /** For a trap again whose sweeps have found nothing. Light sweeps find what changes meanwhile. */
  static final Duration SAME_MAX = Duration.ofSeconds(16);

  /** For any trap. */
  static final Duration ANY_MAX = Duration.ofSeconds(4);

  private static final int REASONS_MAX = 64;

  private Duration any = FIRST;
  private final Map<String, Duration> same = new LinkedHashMap<>(); // by reason, oldest first

  /** Between the end of the last sweep and one for this trap. */
  Duration before(String reason) {
    Duration own = same.getOrDefault(reason, FIRST);
    return own.compareTo(any) > 0 ? own : any;
  }

  /** None had come for as long as that. */
  void calm(String reason) {
    any = FIRST;
    same.remove(reason);
  }

  /** A sweep for this trap found nothing new. */
  void fruitless(String reason) {
    any = twice(any, ANY_MAX);
    Duration before = same.remove(reason);
    same.put(reason, twice(before == null ? FIRST : before, SAME_MAX));
    if (same.size() > REASONS_MAX) {
      Iterator<String> oldest = same.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  /** A sweep found something new. */
  void fruitful() {
    any = FIRST;
    same.clear();
  }

  private static Duration twice(Duration gap, Duration max) {
    Duration next = gap.multipliedBy(2);
    return next.compareTo(max) > 0 ? max : next;
  }
}
