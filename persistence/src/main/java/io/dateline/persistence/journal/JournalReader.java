package io.dateline.persistence.journal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.RecoveryFailed;
import akka.persistence.typed.SnapshotAdapter;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.SignalHandler;
import java.util.function.BiFunction;

/**
 * Recovers the state of a persistence id, snapshot first, says what it is and stops. It never
 * writes, and does not mind that another actor does. It stops without a word when the journal
 * fails; a {@link FutureRecord} is the end of the node.
 */
public final class JournalReader<E, S> extends EventSourcedBehavior<JournalReader.Command, E, S> {
  /** It is told nothing from outside. */
  public enum Command {
    END
  }

  /**
   * What was read.
   *
   * @param sequence number of the last event that is in the state, 0 when there is none
   */
  public record Read<S>(PersistenceId id, long sequence, S state) {}

  private final ActorContext<Command> context;
  private final PersistenceId id;
  private final S empty;
  private final BiFunction<S, E, S> apply;
  private final Snapshots<S> snapshots;
  private final ActorRef<Read<?>> replyTo;

  private JournalReader(
      ActorContext<Command> context,
      PersistenceId id,
      S empty,
      BiFunction<S, E, S> apply,
      Snapshots<S> snapshots,
      ActorRef<Read<?>> replyTo) {
    super(id);
    this.context = context;
    this.id = id;
    this.empty = empty;
    this.apply = apply;
    this.snapshots = snapshots;
    this.replyTo = replyTo;
  }

  /** A reader that begins at once. */
  public static <E, S> Behavior<Command> create(
      PersistenceId id,
      S empty,
      BiFunction<S, E, S> apply,
      Snapshots<S> snapshots,
      ActorRef<Read<?>> replyTo) {
    return Behaviors.setup(
        context -> new JournalReader<>(context, id, empty, apply, snapshots, replyTo));
  }

  @Override
  public S emptyState() {
    return empty;
  }

  @Override
  public EventHandler<S, E> eventHandler() {
    return apply::apply;
  }

  @Override
  public CommandHandler<Command, E, S> commandHandler() {
    return (state, command) -> Effect().stop();
  }

  @Override
  public SignalHandler<S> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(RecoveryCompleted.instance(), this::recovered)
        .onSignal(
            RecoveryFailed.class, (state, failed) -> FutureRecord.leaveIf(context, this, failed))
        .build();
  }

  private void recovered(S state) {
    replyTo.tell(new Read<>(id, lastSequenceNumber(context), state));
    context.getSelf().tell(Command.END);
  }

  @Override
  public SnapshotAdapter<S> snapshotAdapter() {
    return snapshots.adapter();
  }
}
