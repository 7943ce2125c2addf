package io.dateline.persistence.journal;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.ActorContext;
import akka.persistence.typed.RecoveryFailed;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import io.dateline.persistence.codec.UnknownRecordException;
import io.dateline.persistence.codec.UnreadableRecordException;
import java.io.NotSerializableException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Why a node ends that meets a record in the journal which only a newer version of the program
 * knows. What was decided there cannot be left out, so this node may decide nothing: it leaves its
 * cluster in order, and a member that knows the record goes on. The journal stays as it is.
 *
 * <p>Bytes that are damaged are no such record: no other node could read them either.
 *
 * @param sentence that names the record and where it is
 */
public record FutureRecord(String sentence) implements UnfitJournal {
  private static final int DEPTH_MAX = 20;

  /** Whether a failure to read was one of those. */
  public static boolean isIn(Throwable failure) {
    return in(failure).isPresent();
  }

  private static Optional<String> in(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEPTH_MAX; depth++, cause = cause.getCause()) {
      // Akka's own: the record is of a serializer that this version does not have.
      boolean isAkkas =
          cause instanceof NotSerializableException
              && !(cause instanceof UnreadableRecordException);
      if (isAkkas || cause instanceof UnknownRecordException) {
        return Optional.of(cause.getMessage());
      }
    }
    return Optional.empty();
  }

  /**
   * Leaves if that is why an event-sourced actor could not recover. To be called while it is told.
   *
   * @return whether it was
   */
  public static boolean leaveIf(
      ActorContext<?> context, EventSourcedBehavior<?, ?, ?> actor, RecoveryFailed failed) {
    if (!isIn(failed.getFailure())) {
      return false;
    }
    String id = actor.persistenceId().id();
    OptionalLong read = lastRead(context, actor);
    leave(
        context.getSystem(),
        read.isPresent()
            ? new UnknownEvents(context.getSystem()).of(id, read.getAsLong())
            : CompletableFuture.completedStage(Optional.of("the snapshot of " + id)),
        failed.getFailure());
    return true;
  }

  /** A number that is at most that of the last event that was read; none before the snapshot is. */
  private static OptionalLong lastRead(
      ActorContext<?> context, EventSourcedBehavior<?, ?, ?> actor) {
    try {
      return OptionalLong.of(actor.lastSequenceNumber(context));
    } catch (IllegalStateException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Leaves the cluster, which ends the process; once, however often it is called.
   *
   * @param where the record is, as {@link UnknownEvents} finds out
   * @param failure that {@link #isIn} knows
   */
  public static void leave(
      ActorSystem<?> system, CompletionStage<Optional<String>> where, Throwable failure) {
    String what = in(failure).orElseThrow();
    where
        .exceptionally(unavailable -> Optional.empty())
        .thenAccept(
            place ->
                UnfitJournal.leave(
                    system,
                    new FutureRecord(
                        "%s in the journal was written by a newer version: %s"
                            .formatted(place.orElse("an event"), what))));
  }
}
