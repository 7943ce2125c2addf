package io.dateline.sm.manager;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Lets one message about traps at a time into the subnet manager's mailbox, however many traps
 * arrive: what they ask for is the same sweep. A flood would otherwise fill the stash in which
 * messages wait for the journal, and the answers that a sweep waits for would be dropped with it.
 *
 * <p>Offers come from any thread; {@link #take} is called by the manager, once for each message.
 */
public final class TrapGate {
  private final Consumer<SmCommand> manager;
  private final AtomicReference<SmCommand> pending = new AtomicReference<>();

  public TrapGate(Consumer<SmCommand> manager) {
    this.manager = manager;
  }

  /** Hands on what a trap asks for; a heavy sweep takes the place of a light one that waits. */
  public void offer(SmCommand asked) {
    SmCommand before = pending.getAndAccumulate(asked, TrapGate::both);
    if (before == null) {
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

  /** What was asked for since the last call. */
  SmCommand take() {
    return pending.getAndSet(null);
  }
}
