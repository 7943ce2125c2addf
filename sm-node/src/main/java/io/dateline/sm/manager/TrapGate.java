package io.dateline.sm.manager;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Lets one message about traps at a time into the subnet manager's mailbox, however many traps
 * arrive: what they ask for is the same sweep. A flood would otherwise fill the stash in which
 * messages wait for the journal, and the answers that a sweep waits for would be dropped with it. A
 * message may be lost with a manager that is started anew: so one that is not taken is told again,
 * with the next trap after a while.
 *
 * <p>Offers come from any thread; {@link #take} is called by the manager, once for each message.
 */
public final class TrapGate {
  private static final Duration AGAIN = Duration.ofSeconds(30);

  private final Consumer<SmCommand> manager;
  private final LongSupplier nanos;
  private final AtomicReference<SmCommand> pending = new AtomicReference<>();
  private final AtomicLong toldNs = new AtomicLong();

  /**
   * A gate that no trap has come to.
   *
   * @param manager its mailbox
   * @param nanos a clock, as {@link System#nanoTime}
   */
  public TrapGate(Consumer<SmCommand> manager, LongSupplier nanos) {
    this.manager = manager;
    this.nanos = nanos;
  }

  /** Hands on what a trap asks for; a heavy sweep takes the place of a light one that waits. */
  public void offer(SmCommand asked) {
    SmCommand before = pending.getAndAccumulate(asked, TrapGate::both);
    long now = nanos.getAsLong();
    if (before == null || now - toldNs.get() >= AGAIN.toNanos()) {
      toldNs.set(now);
      manager.accept(new SmCommand.Trapped(this));
    }
  }

  private static SmCommand both(SmCommand old, SmCommand next) {
    if (!(old instanceof SmCommand.Sweep first)) {
      return next;
    }
    return next instanceof SmCommand.Sweep second
        ? new SmCommand.Sweep(first.reason(), first.extent().and(second.extent()))
        : first;
  }

  /** What was asked for since the last call; null where another message has taken it. */
  SmCommand take() {
    return pending.getAndSet(null);
  }
}
