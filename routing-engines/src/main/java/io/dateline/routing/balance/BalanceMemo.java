package io.dateline.routing.balance;

import io.dateline.fabric.ForwardingTables;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * What an engine counted of the tables that it made last. When it goes on from these very tables,
 * it counts only what has changed; from others, all. The result is the same.
 *
 * <p>Any thread may use it.
 */
public final class BalanceMemo {
  // Tables of before, those that go on from them, and some that are made for comparison.
  private static final int MOST = 4;

  private final Deque<CountedTables> last = new ArrayDeque<>(); // the newest first

  /** Not where all ports were found beforehand: of those nothing could be told by change. */
  synchronized void remember(CountedTables tables) {
    if (tables.permissions().ports().isEmpty()) {
      return;
    }
    last.removeIf(CountedTables::isForgotten);
    last.addFirst(tables);
    if (last.size() > MOST) {
      last.removeLast();
    }
  }

  synchronized Optional<CountedTables> of(ForwardingTables previous) {
    return last.stream().filter(counted -> counted.isOf(previous)).findFirst();
  }
}
