package io.dateline.sm.manager.shell;

import akka.actor.typed.BackoffSupervisorStrategy;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.PreRestart;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.RecoveryFailed;
import akka.persistence.typed.SnapshotAdapter;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.Effect;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.journal.FutureRecord;
import io.dateline.persistence.journal.Retention;
import io.dateline.sm.alive.FailureCount;
import io.dateline.sm.manager.ManagerMachine;
import io.dateline.sm.manager.Now;
import io.dateline.sm.manager.RootCause;
import io.dateline.sm.manager.SmCommand;
import io.dateline.sm.manager.StandIn;
import io.dateline.sm.manager.SubnetManagerSetup;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Runs a {@link ManagerMachine} as an actor: gives it messages, the time and the journal's state,
 * persists its facts, and has its effects carried out ({@link EffectRunner}). It decides nothing.
 */
public final class SubnetManager extends EventSourcedBehavior<SmCommand, SubnetEvent, SubnetState> {
  /**
   * A journal that fails is tried again; meanwhile the fabric forwards as it was told. What is
   * wrong is told once, in a line of ours, and not with a trace at each try.
   */
  private static final BackoffSupervisorStrategy JOURNAL_BACKOFF =
      SupervisorStrategy.restartWithBackoff(Duration.ofMillis(200), Duration.ofSeconds(10), 0.1)
          .withLoggingEnabled(false);

  /** A mistake of ours ends a term, not the manager. */
  private static final BackoffSupervisorStrategy FAILURE_BACKOFF =
      SupervisorStrategy.restartWithBackoff(Duration.ofMillis(500), Duration.ofSeconds(30), 0.1);

  /** Until questions are answered without what the journal would say now. */
  private static final Duration JOURNAL_PATIENCE = Duration.ofSeconds(1);

  private final ActorContext<SmCommand> context;
  private final StandIn standIn;
  private final ManagerMachine machine;
  private final EffectRunner effects;
  private boolean isRecovered; // all of the journal was read

  /**
   * The behavior.
   *
   * @param onFailure told of mistakes that end a term
   */
  public static Behavior<SmCommand> create(
      SubnetManagerSetup setup, Consumer<RuntimeException> onFailure) {
    Behavior<SmCommand> behavior =
        Behaviors.setup(
            context -> Behaviors.withTimers(timers -> new SubnetManager(context, timers, setup)));
    return Behaviors.intercept(
        UnfitStop::new,
        Behaviors.supervise(FailureCount.of(behavior, onFailure)).onFailure(FAILURE_BACKOFF));
  }

  private SubnetManager(
      ActorContext<SmCommand> context, TimerScheduler<SmCommand> timers, SubnetManagerSetup setup) {
    super(SubnetState.persistenceId(setup.settings().subnetPrefix()), JOURNAL_BACKOFF);
    this.context = context;
    standIn = new StandIn(setup);
    machine =
        new ManagerMachine(
            setup,
            () -> context.getSelf().tell(new SmCommand.ChangesAsked()),
            () -> lastSequenceNumber(context),
            now());
    effects = new EffectRunner(context, timers, standIn);
    context
        .getSystem()
        .scheduler()
        .scheduleOnce(
            JOURNAL_PATIENCE,
            () -> standIn.journalIsAway("it does not answer"),
            context.getExecutionContext());
  }

  private static Now now() {
    return new Now(System.nanoTime(), System.currentTimeMillis());
  }

  @Override
  public SubnetState emptyState() {
    return SubnetState.EMPTY;
  }

  @Override
  public EventHandler<SubnetState, SubnetEvent> eventHandler() {
    return SubnetState::apply;
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return Retention.SUBNET;
  }

  @Override
  public SnapshotAdapter<SubnetState> snapshotAdapter() {
    return SubnetState.SNAPSHOTS.adapter();
  }

  @Override
  public SignalHandler<SubnetState> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryCompleted.instance(),
            state -> {
              isRecovered = true;
              context.getSelf().tell(new SmCommand.Begin());
            })
        .onSignal(RecoveryFailed.class, this::notRecovered)
        .onSignal(
            PreRestart.instance(),
            state -> {
              String why = "it did not take an event";
              giveUp("the journal did not take an event; the subnet manager begins anew");
              if (isRecovered) { // else there was a reason, which was told
                journalFailed(state, why);
              }
              isRecovered = false;
            })
        .onSignal(
            PostStop.instance(),
            state -> {
              giveUp("the subnet manager has left this node");
              standIn.end();
            })
        .build();
  }

  private void notRecovered(SubnetState state, RecoveryFailed failed) {
    if (!FutureRecord.leaveIf(context, this, failed)) {
      journalFailed(state, RootCause.of(failed.getFailure()));
    }
  }

  /** The manager begins again, with a term, as soon as the journal can be read and written. */
  private void journalFailed(SubnetState state, String why) {
    effects.run(machine.journalFailed(state, why, standIn.answers(), now()).effects());
    standIn.journalIsAway(why); // has the last word
  }

  private void giveUp(String why) {
    effects.run(machine.giveUp(why, now()).effects());
  }

  @Override
  public CommandHandler<SmCommand, SubnetEvent, SubnetState> commandHandler() {
    return this::on;
  }

  private Effect<SubnetEvent, SubnetState> on(SubnetState state, SmCommand command) {
    if (machine.defers(command)) {
      return Effect().stash();
    }
    ManagerMachine.Step step = machine.step(state, command, now());
    boolean hasEnded = effects.run(step.effects());
    if (hasEnded) {
      return Effect().stop();
    }
    // What was deferred has its turn once nothing is deferred any more.
    return step.facts().isEmpty()
        ? Effect().none().thenUnstashAll()
        : Effect().persist(step.facts()).thenRun(this::taken).thenUnstashAll();
  }

  private void taken(SubnetState state) {
    effects.run(machine.taken(state, now()).effects());
  }
}
