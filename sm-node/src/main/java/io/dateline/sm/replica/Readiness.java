package io.dateline.sm.replica;

import akka.actor.typed.BackoffSupervisorStrategy;
import akka.actor.typed.Behavior;
import akka.actor.typed.PreRestart;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.RecoveryFailed;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.SignalHandler;
import io.dateline.fabric.Guid;
import io.dateline.persistence.event.NodeEvent;
import io.dateline.persistence.event.NodeEvent.StandbyReady;
import io.dateline.persistence.journal.FutureRecord;
import java.time.Duration;

/**
 * Writes into the journal, once while a node runs, that it can take over. To write there is the
 * first thing that a new master has to do, and all that follows waits for it: a node that cannot is
 * found out while there still is a master, and whatever takes longer for the first time, in this
 * process, in the connections and in the database, has been done by then.
 */
public final class Readiness
    extends EventSourcedBehavior<Readiness.Command, NodeEvent, Readiness.Writes> {
  /** What it is told. */
  public sealed interface Command {}

  /** The node can take over. Told once. */
  public record Ready(StandbyReady event) implements Command {}

  private record Write() implements Command {}

  /** How many times the node has been ready. */
  record Writes(long count) {}

  private static final BackoffSupervisorStrategy JOURNAL_BACKOFF =
      SupervisorStrategy.restartWithBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1), 0.1)
          .withLoggingEnabled(false); // the replica tells that the journal is away

  private final ActorContext<Command> context;
  private final StandbyReady ready;

  private Readiness(ActorContext<Command> context, long portGuid, StandbyReady ready) {
    super(persistenceId(portGuid), JOURNAL_BACKOFF);
    this.context = context;
    this.ready = ready;
  }

  /**
   * The behavior. It reads nothing before it is told.
   *
   * @param portGuid the node's port into the fabric
   */
  public static Behavior<Command> create(long portGuid) {
    return Behaviors.receive(Command.class)
        .onMessage(
            Ready.class,
            told -> Behaviors.setup(context -> new Readiness(context, portGuid, told.event())))
        .build();
  }

  /** The persistence id of what becomes of a node. */
  public static PersistenceId persistenceId(long portGuid) {
    return PersistenceId.of("node", Guid.hex16(portGuid));
  }

  @Override
  public Writes emptyState() {
    return new Writes(0);
  }

  @Override
  public EventHandler<Writes, NodeEvent> eventHandler() {
    return (writes, event) -> new Writes(writes.count() + 1);
  }

  @Override
  public SignalHandler<Writes> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(RecoveryCompleted.instance(), writes -> context.getSelf().tell(new Write()))
        .onSignal(RecoveryFailed.class, (writes, failed) -> notRead(failed))
        .onSignal(PreRestart.instance(), writes -> notWritten())
        .build();
  }

  private void notRead(RecoveryFailed failed) {
    if (!FutureRecord.leaveIf(context, this, failed)) {
      notWritten();
    }
  }

  private void notWritten() {
    context.getLog().warn("This node cannot write to the journal, and so could not take over");
  }

  @Override
  public CommandHandler<Command, NodeEvent, Writes> commandHandler() {
    return (writes, command) ->
        switch (command) {
          case Ready again -> Effect().none();
          case Write write -> Effect().persist(ready).thenRun(this::written).thenStop();
        };
  }

  private void written(Writes writes) {
    context
        .getLog()
        .info(
            "Ready to take over: generation {}, master of term {}",
            ready.generation(),
            ready.term());
  }
}
