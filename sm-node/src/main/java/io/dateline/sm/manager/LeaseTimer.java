package io.dateline.sm.manager;

import io.dateline.persistence.event.RegisteredService;
import io.dateline.sm.registration.RegistrationBook;
import java.time.Duration;

/**
 * Wakes the machine when the next lease of a service ends. Leases that end within a second of each
 * other have one event. Owned by the subnet manager's actor.
 */
final class LeaseTimer {
  private static final String NAME = "lease";

  private static final long GATHERING_MS = 1000;

  /** Until it is looked again; what a clock that was set back, or a lease of years, waits for. */
  private static final long LOOK_MS = Duration.ofHours(1).toMillis();

  private final SmContext context;
  private RegistrationBook watched = RegistrationBook.EMPTY;
  private long dueMs = RegisteredService.FOR_EVER;

  LeaseTimer(SmContext context) {
    this.context = context;
  }

  /** The timer does not run, whatever was watched. */
  void forget() {
    watched = RegistrationBook.EMPTY;
    dueMs = RegisteredService.FOR_EVER;
  }

  /** These are the services from now on. */
  @SuppressWarnings("ReferenceEquality") // equal books take as long to compare as to look through
  void watch(RegistrationBook book) {
    if (book == watched) {
      return;
    }
    watched = book;
    long firstMs = book.firstLeaseEndMs();
    if (firstMs == dueMs) {
      return;
    }
    dueMs = firstMs;
    if (firstMs == RegisteredService.FOR_EVER) {
      context.out().cancel(NAME);
    } else {
      long waitMs = Math.clamp(firstMs - context.time().millis(), GATHERING_MS, LOOK_MS);
      context.out().startTimer(NAME, Duration.ofMillis(waitMs), new SmCommand.LeaseEnded());
    }
  }
}
