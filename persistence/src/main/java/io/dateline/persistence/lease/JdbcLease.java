package io.dateline.persistence.lease;

import akka.actor.CoordinatedShutdown;
import akka.actor.ExtendedActorSystem;
import akka.coordination.lease.LeaseSettings;
import akka.coordination.lease.javadsl.Lease;
import io.dateline.persistence.journal.JournalSetup;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Akka's lease, in the journal's database. Akka makes it by {@code dateline.persistence.lease}; its
 * split brain resolver asks for it when two nodes have lost each other, and at no other time.
 *
 * <p>While it is held, it is renewed every {@code heartbeat-interval}. The holder itself counts
 * from before the last request that succeeded, by a clock that is never set, and so ceases to hold
 * the lease before the database may give it to another, be it paused or cut off: all that the two
 * clocks may differ by is what they drift in one {@code heartbeat-timeout}. What the database did
 * not confirm in time is not held.
 *
 * <p>One thread of its own, which waits for the database, owns the token.
 */
public final class JdbcLease extends Lease {
  private final LeaseSettings settings;
  private final LongSupplier nanoTime;
  private final LeaseTable table;
  private final Duration period;
  private final DatabaseThread thread;

  /** {@code nanoTime} until which the lease is held. */
  private volatile long heldUntilNs;

  private volatile boolean held;

  private long token;
  private ScheduledFuture<?> renewal;
  private Consumer<Optional<Throwable>> onLost = reason -> {};

  /** The constructor that Akka looks for. */
  public JdbcLease(LeaseSettings settings, ExtendedActorSystem system) {
    this(
        settings,
        () ->
            JournalSetup.connect(
                system.settings().config(), settings.timeoutSettings().getOperationTimeout()),
        System::nanoTime);
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeActorSystemTerminate(),
            "close-lease-" + settings.leaseName(),
            () -> release().handle((released, failure) -> close()));
  }

  JdbcLease(LeaseSettings settings, DatabaseThread.Database database, LongSupplier nanoTime) {
    this.settings = settings;
    this.thread = new DatabaseThread(database, "dateline-lease");
    this.nanoTime = nanoTime;
    this.period = settings.timeoutSettings().getHeartbeatTimeout();
    this.table = new LeaseTable(settings.leaseName(), settings.ownerName(), period);
  }

  @Override
  public LeaseSettings getSettings() {
    return settings;
  }

  @Override
  public CompletionStage<Boolean> acquire() {
    return acquire(reason -> {});
  }

  @Override
  public CompletionStage<Boolean> acquire(Consumer<Optional<Throwable>> leaseLost) {
    return inTime(() -> take(leaseLost));
  }

  @Override
  public CompletionStage<Boolean> release() {
    return inTime(this::giveBack);
  }

  @Override
  public boolean checkLease() {
    return held && nanoTime.getAsLong() - heldUntilNs < 0;
  }

  private boolean take(Consumer<Optional<Throwable>> leaseLost) throws SQLException {
    if (checkLease()) {
      onLost = leaseLost;
      return true;
    }
    long askedNs = nanoTime.getAsLong();
    OptionalLong granted = thread.onConnection(table::take);
    if (granted.isEmpty()) {
      return false;
    }
    token = granted.getAsLong();
    onLost = leaseLost;
    heldUntilNs = askedNs + period.toNanos();
    held = true;
    stopRenewing();
    renewal = thread.every(settings.timeoutSettings().getHeartbeatInterval(), this::renew);
    return checkLease();
  }

  /** Runs on the lease's thread. */
  private void renew() {
    long askedNs = nanoTime.getAsLong();
    try {
      if (!checkLease() || !thread.onConnection(open -> table.renew(open, token))) {
        lost(Optional.empty());
      } else {
        heldUntilNs = askedNs + period.toNanos();
      }
    } catch (SQLException e) {
      if (!checkLease()) {
        lost(Optional.of(e));
      } // else there is time for another try
    }
  }

  private void lost(Optional<Throwable> reason) {
    held = false;
    stopRenewing();
    onLost.accept(reason);
  }

  private boolean giveBack() throws SQLException {
    if (!held) {
      return true;
    }
    held = false;
    stopRenewing();
    thread.onConnection(open -> table.release(open, token));
    return true;
  }

  private void stopRenewing() {
    if (renewal != null) {
      renewal.cancel(false);
      renewal = null;
    }
  }

  private akka.Done close() {
    thread.close();
    return akka.Done.getInstance();
  }

  private CompletionStage<Boolean> inTime(Callable<Boolean> work) {
    return thread.inTime(settings.timeoutSettings().getOperationTimeout(), work);
  }
}
