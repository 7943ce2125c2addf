package io.dateline.routing.actors.programmer;

import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryFailed;
import akka.persistence.typed.SnapshotAdapter;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.Effect;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import io.dateline.fabric.Guid;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.LftEvent.BlocksConfirmed;
import io.dateline.persistence.event.LftEvent.TopConfirmed;
import io.dateline.persistence.journal.FutureRecord;
import io.dateline.persistence.journal.JournalReader;
import io.dateline.persistence.journal.Retention;
import io.dateline.routing.actors.BesideTheMaster;
import io.dateline.routing.actors.RoutingMessage;
import io.dateline.routing.actors.SelfPassivation;
import io.dateline.routing.actors.programmer.LftState.Decision;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells one switch its forwarding table, and remembers what it has been told. Sharded and
 * event-sourced; entity id: the switch's node GUID in 16 hex digits.
 *
 * <p>It is idle, or it has one {@link ProgrammingRun}, and then perhaps a newer program that waits
 * for that run to end. A program is journaled before its first Set, so that a successor never takes
 * a block for confirmed that may have been overwritten.
 */
public final class LftProgrammer
    extends EventSourcedBehavior<LftProgrammer.Command, LftEvent, LftState> {
  public static final EntityTypeKey<Command> TYPE_KEY =
      EntityTypeKey.create(Command.class, "LftProgrammer");

  /** Carried by the events of all switches. */
  public static final String TAG = "lft";

  private static final Set<String> TAGS = Set.of(TAG);

  private static final String ID_PREFIX = "lft";

  private static final String STOPPED = "the programmer stopped before it was done";

  /** What a programmer can be told. */
  public sealed interface Command {}

  /**
   * Make the switch hold this row. Blocks that it holds already are not sent. A program of the same
   * or a newer generation takes the place of the one in progress, which is answered as failed.
   *
   * @param generation of the routing; an older one than before is refused
   * @param linearFdbTop the largest LID the switch shall look up
   * @param row output ports by LID, whole blocks of 64, at least up to {@code linearFdbTop}; not
   *     written to any more
   * @param forget the switch has restarted, or nobody knows what it holds: everything is sent. A
   *     program that is refused leaves nothing behind, so the next one must say it again
   */
  public record Program(
      long generation, int linearFdbTop, byte[] row, boolean forget, ActorRef<Reply> replyTo)
      implements Command, RoutingMessage {
    public Program {
      Objects.requireNonNull(row);
      Objects.requireNonNull(replyTo);
    }

    /** That a switch has restarted stays true when a program without that knowledge takes over. */
    private Program forgetting(boolean value) {
      return new Program(generation, linearFdbTop, row, value, replyTo);
    }
  }

  /** What was the switch told last? Answered by {@link Recalled}, also while it is programmed. */
  public record Recall(ActorRef<Recalled> replyTo) implements Command, RoutingMessage {
    public Recall {
      Objects.requireNonNull(replyTo);
    }
  }

  /**
   * What a switch was told last, whether or not it has acknowledged it.
   *
   * @param row output ports by LID, whole blocks; empty when nothing is known
   */
  public record Recalled(long switchGuid, byte[] row) implements RoutingMessage {
    public Recalled {
      Objects.requireNonNull(row);
    }
  }

  /** Answers wait in the run's {@link Answers}. */
  private record Settled(ProgrammingRun run)
      implements Command, NoSerializationVerificationNeeded {}

  private enum Idle implements Command, NoSerializationVerificationNeeded {
    INSTANCE
  }

  /** From sharding: the entity is idle, moves, or its node leaves. */
  enum Stop implements Command, NoSerializationVerificationNeeded {
    INSTANCE
  }

  /** What a programmer answers. */
  public sealed interface Reply extends RoutingMessage {
    long generation();
  }

  /**
   * The switch holds the row.
   *
   * @param blocksSkipped blocks that it held before
   * @param madsSent Sets, of SwitchInfo too; retries do not count
   */
  public record Programmed(long generation, int blocksSent, int blocksSkipped, int madsSent)
      implements Reply {}

  /**
   * The switch may not hold the row.
   *
   * @param failedBlocks blocks it did not acknowledge; they go out again with the next program.
   *     Empty when nothing was tried or only SwitchInfo failed
   * @param reason the first thing that went wrong
   */
  public record ProgrammingFailed(long generation, int[] failedBlocks, String reason)
      implements Reply {}

  /** What programmers need of their node. */
  public record Setup(SwitchAccess access, ProgrammerSettings settings, InstantSource clock) {}

  private final ActorContext<Command> context;
  private final TimerScheduler<Command> timers;
  private final long guid;
  private final Setup setup;
  private final ActorRef<ClusterSharding.ShardCommand> shard;

  private ProgrammingRun run; // null while idle
  private SwitchWriter writer; // of the run
  private Program waiting; // for the run to end, null when there is none
  private boolean stopping; // when the run has ended

  private LftProgrammer(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      long guid,
      Setup setup,
      ActorRef<ClusterSharding.ShardCommand> shard) {
    super(persistenceId(guid));
    this.context = context;
    this.timers = timers;
    this.guid = guid;
    this.setup = setup;
    this.shard = shard;
    becomeIdle();
  }

  /**
   * The behavior of one entity.
   *
   * @param shard is asked for permission to stop when there is nothing to do
   */
  public static Behavior<Command> create(
      long switchGuid, Setup setup, ActorRef<ClusterSharding.ShardCommand> shard) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new LftProgrammer(context, timers, switchGuid, setup, shard)));
  }

  /** Makes this node a home of programmers. Every node of the cluster calls it. */
  public static void init(ActorSystem<?> system, Setup setup) {
    ClusterSharding.get(system)
        .init(
            Entity.of(
                    TYPE_KEY,
                    entity -> create(Guid.parseHex(entity.getEntityId()), setup, entity.getShard()))
                .withStopMessage(Stop.INSTANCE)
                .withAllocationStrategy(new BesideTheMaster())
                .withSettings(SelfPassivation.settings(system)));
  }

  /** The entity id of a switch. */
  public static String entityId(long switchGuid) {
    return Guid.hex16(switchGuid);
  }

  /** The persistence id of a switch's programmer. */
  public static PersistenceId persistenceId(long switchGuid) {
    return PersistenceId.of(ID_PREFIX, entityId(switchGuid));
  }

  /** The switch of a persistence id; empty for those of others. */
  public static OptionalLong switchGuid(String persistenceId) {
    String prefix = ID_PREFIX + PersistenceId.DefaultSeparator();
    return persistenceId.startsWith(prefix)
        ? OptionalLong.of(Guid.parseHex(persistenceId.substring(prefix.length())))
        : OptionalLong.empty();
  }

  /** Reads an {@link LftState} from the journal, and writes nothing. */
  public static Behavior<JournalReader.Command> reader(
      long switchGuid, ActorRef<JournalReader.Read<?>> replyTo) {
    return JournalReader.create(
        persistenceId(switchGuid), LftState.EMPTY, LftState::apply, LftState.SNAPSHOTS, replyTo);
  }

  @Override
  public LftState emptyState() {
    return LftState.EMPTY;
  }

  @Override
  public EventHandler<LftState, LftEvent> eventHandler() {
    return LftState::apply;
  }

  @Override
  public CommandHandler<Command, LftEvent, LftState> commandHandler() {
    return (state, command) ->
        switch (command) {
          case Program program -> onProgram(state, program);
          case Recall recall -> {
            recall.replyTo().tell(new Recalled(guid, state.row()));
            yield Effect().none();
          }
          case Settled settled -> onSettled(settled);
          case Idle idle -> onIdle();
          case Stop stop -> onStop();
        };
  }

  @Override
  public SignalHandler<LftState> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryFailed.class, (state, failed) -> FutureRecord.leaveIf(context, this, failed))
        .onSignal(PostStop.instance(), state -> afterStop())
        .build();
  }

  /** Replicas follow all switches at once. */
  @Override
  public Set<String> tagsFor(LftEvent event) {
    return TAGS;
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return Retention.FORWARDING_TABLES;
  }

  @Override
  public SnapshotAdapter<LftState> snapshotAdapter() {
    return LftState.SNAPSHOTS.adapter();
  }

  private Effect<LftEvent, LftState> onProgram(LftState state, Program program) {
    if (stopping) {
      fail(program, STOPPED);
      return Effect().none();
    }
    if (run == null) {
      return begin(state, program);
    }
    Program newest = waiting == null ? run.program() : waiting;
    if (program.generation() < newest.generation()) {
      fail(program, "generation %d is in progress".formatted(newest.generation()));
      return Effect().none();
    }
    String reason = "generation %d came in between".formatted(program.generation());
    boolean forget = program.forget() || (waiting != null && waiting.forget());
    failWaiting(reason);
    waiting = program.forgetting(forget);
    run.stop(reason);
    return Effect().none();
  }

  private Effect<LftEvent, LftState> begin(LftState state, Program program) {
    Optional<SwitchWriter> reached = SwitchWriter.open(setup.access(), guid);
    if (reached.isEmpty()) {
      fail(program, "this node knows no way to switch " + Guid.format(guid));
      return Effect().none();
    }
    SwitchInfo seen = reached.get().seen();
    Decision decision =
        state.decide(
            new LftState.Request(
                program.generation(), program.linearFdbTop(), program.row(), program.forget()),
            seen.linearFdbTop(),
            seen.linearFdbCap(),
            setup.clock().millis());
    return switch (decision) {
      case Decision.Refuse(String reason) -> {
        fail(program, reason);
        yield Effect().none();
      }
      case Decision.Tell tell -> {
        timers.cancel(Idle.INSTANCE);
        writer = reached.get();
        run =
            new ProgrammingRun(
                program,
                tell.sendTop(),
                tell.blocks(),
                tell.skipped(),
                setup.settings().outstandingMax());
        yield Effect().persist(tell.events()).thenRun(after -> proceed());
      }
    };
  }

  private Effect<LftEvent, LftState> onSettled(Settled settled) {
    // The one place where late results end: those of a run that is no longer the current one.
    if (settled.run() != run) {
      return Effect().none();
    }
    run.settleArrived();
    if (run.isDone() || run.unconfirmedCount() >= setup.settings().confirmAfterBlocks()) {
      return Effect().persist(confirmations()).thenRun(after -> proceed());
    }
    proceed();
    return Effect().none();
  }

  private List<LftEvent> confirmations() {
    long generation = run.program().generation();
    long nowMs = setup.clock().millis();
    List<LftEvent> events = new ArrayList<>(2);
    if (run.takeTopUnconfirmed()) {
      events.add(new TopConfirmed(generation, run.program().linearFdbTop(), nowMs));
    }
    if (run.unconfirmedCount() > 0) {
      events.add(new BlocksConfirmed(generation, run.takeUnconfirmed(), nowMs));
    }
    return events;
  }

  /** Sends what may be sent, or ends the run. */
  private void proceed() {
    for (int next = run.next(); next != ProgrammingRun.NOTHING; next = run.next()) {
      send(next);
    }
    if (run.isDone()) {
      run.replyTo().tell(run.result());
      run = null;
      becomeIdle();
      if (stopping) {
        context.getSelf().tell(Stop.INSTANCE);
      } else if (waiting != null) {
        context.getSelf().tell(waiting);
        waiting = null;
      }
    }
  }

  private void send(int block) {
    ActorRef<Command> self = context.getSelf();
    ProgrammingRun current = run;
    Consumer<MadOutcome> onOutcome =
        outcome -> {
          if (current.answers().add(block, outcome)) {
            self.tell(new Settled(current));
          }
        };
    if (block == ProgrammingRun.TOP) {
      writer.top(run.program().linearFdbTop(), onOutcome);
    } else {
      writer.block(run.program().row(), block, onOutcome);
    }
  }

  /** No receive timeout: that would be set anew for each of millions of answers. */
  private void becomeIdle() {
    timers.startSingleTimer(Idle.INSTANCE, setup.settings().passivateAfter());
  }

  private Effect<LftEvent, LftState> onIdle() {
    if (run == null) {
      shard.tell(new ClusterSharding.Passivate<>(context.getSelf()));
    }
    return Effect().none();
  }

  /** A successor on another node must not meet our Sets: what is outstanding is waited for. */
  private Effect<LftEvent, LftState> onStop() {
    if (run == null) {
      return Effect().stop();
    }
    stopping = true;
    run.stop(STOPPED);
    failWaiting(STOPPED);
    return Effect().none();
  }

  /** Nobody shall wait for an answer that cannot come, as when the journal fails. */
  private void afterStop() {
    if (run != null) {
      fail(run.program(), STOPPED);
    }
    failWaiting(STOPPED);
  }

  private void failWaiting(String reason) {
    if (waiting != null) {
      fail(waiting, reason);
      waiting = null;
    }
  }

  private static void fail(Program program, String reason) {
    program.replyTo().tell(new ProgrammingFailed(program.generation(), new int[0], reason));
  }
}
