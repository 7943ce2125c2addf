package io.dateline.sm.node;

import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractOnMessageBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import io.dateline.persistence.archive.Archive;
import io.dateline.persistence.archive.Archivist;
import io.dateline.persistence.archive.RetentionSettings;
import io.dateline.sm.http.JournalSize;
import io.dateline.sm.manager.RootCause;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Has the journal's old events archived where the subnet is managed, and knows how large journal
 * and archive are. One a node. Asks the database in a thread for what blocks, one thing at a time.
 */
final class OldEventsDesk extends AbstractOnMessageBehavior<OldEventsDesk.Command> {
  /** What it tells itself. */
  sealed interface Command {}

  private enum Due implements Command {
    LOOK,
    ARCHIVE
  }

  private record Kept(JournalSize size, long removed, Throwable failure) implements Command {}

  private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

  private final RetentionSettings settings;
  private final Archivist archivist;
  private final BooleanSupplier isInCharge;
  private final Consumer<JournalSize> onSize;
  private final Executor blocking;
  private boolean isBusy;
  private boolean isArchiveDue;
  private String trouble; // why nothing is archived, or null

  static Behavior<Command> create(
      RetentionSettings settings, BooleanSupplier isInCharge, Consumer<JournalSize> onSize) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new OldEventsDesk(context, timers, settings, isInCharge, onSize)));
  }

  private OldEventsDesk(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      RetentionSettings settings,
      BooleanSupplier isInCharge,
      Consumer<JournalSize> onSize) {
    super(context);
    this.settings = settings;
    this.isInCharge = isInCharge;
    this.onSize = onSize;
    archivist =
        new Archivist(context.getSystem().settings().config(), settings, InstantSource.system());
    blocking = context.getSystem().dispatchers().lookup(DispatcherSelector.blocking());
    timers.startTimerWithFixedDelay(Due.LOOK, Due.LOOK, LOOK_EVERY);
    timers.startTimerWithFixedDelay(Due.ARCHIVE, Due.ARCHIVE, settings.interval());
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    switch (command) {
      case Due due -> {
        isArchiveDue |= due == Due.ARCHIVE && settings.days() > 0;
        work();
      }
      case Kept kept -> {
        isBusy = false;
        kept(kept);
      }
    }
    return this;
  }

  private void work() {
    if (isBusy) {
      return; // the next look does it
    }
    isBusy = true;
    boolean archives = isArchiveDue && isInCharge.getAsBoolean();
    isArchiveDue &= !archives;
    String before = trouble;
    getContext()
        .pipeToSelf(
            CompletableFuture.supplyAsync(() -> keep(archives, before), blocking),
            (kept, failure) -> failure == null ? kept : new Kept(null, 0, failure));
  }

  private Kept keep(boolean archives, String before) {
    long removed = 0;
    String why = before;
    try {
      if (archives) {
        why = null;
        try {
          removed = archivist.archive();
        } catch (SQLException | IOException e) {
          why = String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
        }
      }
      Archive.Size archive = new Archive(settings.folder()).size();
      return new Kept(
          new JournalSize(
              archivist.journalBytes(),
              settings.days(),
              settings.folder().toString(),
              archive.files(),
              archive.bytes(),
              archive.newest(),
              why),
          removed,
          null);
    } catch (SQLException | IOException e) {
      throw new CompletionException(e);
    }
  }

  private void kept(Kept kept) {
    if (kept.failure() != null) {
      getContext()
          .getLog()
          .debug("The journal's size is not known: {}", RootCause.of(kept.failure()));
      return;
    }
    if (kept.removed() > 0) {
      getContext()
          .getLog()
          .info(
              "{} events of the journal, older than {} days, are in {} of {} now",
              kept.removed(),
              settings.days(),
              kept.size().newestFile(),
              settings.folder());
    }
    String why = kept.size().trouble();
    if (why != null && !why.equals(trouble)) {
      getContext().getLog().warn("Old events are not archived: {}", why);
    }
    trouble = why;
    onSize.accept(kept.size());
  }
}
