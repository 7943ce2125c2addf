package io.dateline.routing.balance;

import io.dateline.fabric.ForwardingTables;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What an engine counted of the tables that it made last. When it goes on from these very tables,
 * it counts only what has changed; from others, all. The result is the same.
 *
 * <p>Any thread may use it.
 */
public final class BalanceMemo {
  private final AtomicReference<CountedTables> last = new AtomicReference<>();

  void remember(CountedTables tables) {
    last.set(tables);
  }

  Optional<CountedTables> of(ForwardingTables previous) {
    return Optional.ofNullable(last.get()).filter(counted -> counted.isOf(previous));
  }
}
