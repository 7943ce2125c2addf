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
import io.dateline.fabric.MulticastRow;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.LftEvent.BlocksConfirmed;
import io.dateline.persistence.event.LftEvent.MulticastConfirmed;
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
 * Tells one switch its forwarding tables, and remembers what it has been told. Sharded and
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

  /** Carried by the events of all switches: standbys of earlier versions follow by it. */
  public static final String TAG = "lft";

  private static final Set<String> TAGS = Set.of(TAG);

  private static final String ID_PREFIX = "lft";

  private static final String STOPPED = "the programmer stopped before it was done";

  /** What a programmer can be told. */
  public sealed interface Command {}

  /** Something to be told to the switch; answered by a {@link Reply}. */
  sealed interface Task extends Command, RoutingMessage {
    long generation();

    boolean forget();

    ActorRef<Reply> replyTo();

    /** That a switch has restarted stays true when a task without that knowledge takes over. */
    Task forgetting(boolean value);
  }

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
      implements Task {
    public Program {
      Objects.requireNonNull(row);
      Objects.requireNonNull(replyTo);
    }

    @Override
    public Program forgetting(boolean value) {
      return new Program(generation, linearFdbTop, row, value, replyTo);
    }
  }

  /**
   * Make the switch hold these multicast entries, and no others in blocks it was ever told. As with
   * {@link Program}, blocks that it holds already are not sent, and a newer one takes over; the two
   * wait for each other.
   *
   * <p>Where a group's tree changes, ports that were and ports that are to be could make a circle
   * together. So switches are first told to only give up ports, all of them, and the new ones after
   * that: what is in the fabric then is at any time a part of the old tree or of the new one.
   *
   * @param generation of the routing that the entries go with; an older one than before is refused
   * @param multicastFdbTop the highest multicast LID the switch shall look up, 0 where it does not
   *     look at that
   * @param positions of 16 ports that the switch has: all of them are told of the multicast LIDs of
   *     a block that was never told, for another subnet manager may have left entries
   * @param blocks their numbers, as {@link MulticastRow} has them, ascending; also without entries,
   *     where that is to be told
   * @param masks of the blocks, 64 bytes each
   * @param onlyTake only what the switch was told before and shall still hold; nothing is added
   * @param isSeenNow whether what is known of the switch's SwitchInfo was read after the last
   *     program: then MulticastFDBTop is told again where it is another one
   * @param forget as in {@link Program}
   */
  public record ProgramMulticast(
      long generation,
      int multicastFdbTop,
      int positions,
      int[] blocks,
      byte[] masks,
      boolean onlyTake,
      boolean isSeenNow,
      boolean forget,
      ActorRef<Reply> replyTo)
      implements Task {
    public ProgramMulticast {
      Objects.requireNonNull(blocks);
      Objects.requireNonNull(masks);
      Objects.requireNonNull(replyTo);
    }

    @Override
    public ProgramMulticast forgetting(boolean value) {
      return new ProgramMulticast(
          generation,
          multicastFdbTop,
          positions,
          blocks,
          masks,
          onlyTake,
          isSeenNow,
          value,
          replyTo);
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
   * @param multicastBlocks numbers of the blocks of multicast entries, ascending; null where the
   *     switch has not acknowledged all of them, and from nodes that know nothing of multicast yet
   * @param multicastMasks of those blocks, 64 bytes each; null as {@code multicastBlocks}
   */
  public record Recalled(long switchGuid, byte[] row, int[] multicastBlocks, byte[] multicastMasks)
      implements RoutingMessage {
    public Recalled {
      Objects.requireNonNull(row);
    }

    /** The multicast entries that the switch is known to hold; empty when nobody knows. */
    public Optional<MulticastRow> multicast() {
      return multicastBlocks == null
          ? Optional.empty()
          : Optional.of(MulticastRow.of(multicastBlocks, multicastMasks));
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
  private MulticastRow entries; // what a run for multicast is about
  private int otherTop; // the LinearFDBTop or MulticastFDBTop that a run is not about, acknowledged
  private Program waiting; // for the run to end, null when there is none
  private ProgramMulticast waitingMulticast; // for the run to end, and for waiting; or null
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
          case Task task -> onTask(state, task);
          case Recall recall -> {
            recall.replyTo().tell(recalled(state));
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

  private Recalled recalled(LftState state) {
    Optional<MulticastRow> held = state.multicast().held();
    return new Recalled(
        guid,
        state.row(),
        held.map(MulticastRow::numbers).orElse(null),
        held.map(MulticastRow::masks).orElse(null));
  }

  private Effect<LftEvent, LftState> onTask(LftState state, Task task) {
    if (stopping) {
      fail(task, STOPPED);
      return Effect().none();
    }
    if (run == null) {
      return begin(state, task);
    }
    boolean isMulticast = task instanceof ProgramMulticast;
    Task before = isMulticast ? waitingMulticast : waiting;
    boolean isOfRun = run.task() instanceof ProgramMulticast == isMulticast;
    Task newest = before != null || !isOfRun ? before : run.task();
    if (newest != null && task.generation() < newest.generation()) {
      fail(task, "generation %d is in progress".formatted(newest.generation()));
      return Effect().none();
    }
    String reason = "generation %d came in between".formatted(task.generation());
    if (before != null) {
      fail(before, reason);
    }
    wait(task.forgetting(task.forget() || (before != null && before.forget())));
    if (isOfRun) {
      run.stop(reason);
    }
    return Effect().none();
  }

  private void wait(Task task) {
    switch (task) {
      case Program program -> waiting = program;
      case ProgramMulticast program -> waitingMulticast = program;
    }
  }

  private Effect<LftEvent, LftState> begin(LftState state, Task task) {
    Optional<SwitchWriter> reached = SwitchWriter.open(setup.access(), guid);
    if (reached.isEmpty()) {
      fail(task, "this node knows no way to switch " + Guid.format(guid));
      return Effect().none();
    }
    return switch (decide(state, task, reached.get().seen())) {
      case Decision.Refuse(String reason) -> {
        fail(task, reason);
        yield Effect().none();
      }
      case Decision.Tell tell -> {
        timers.cancel(Idle.INSTANCE);
        writer = reached.get();
        run =
            new ProgrammingRun(
                task,
                tell.sendTop(),
                tell.blocks(),
                tell.skipped(),
                setup.settings().outstandingMax());
        yield Effect().persist(tell.events()).thenRun(after -> begun(after, task));
      }
    };
  }

  private Decision decide(LftState state, Task task, SwitchInfo seen) {
    long nowMs = setup.clock().millis();
    return switch (task) {
      case Program program ->
          state.decide(
              new LftState.Request(
                  program.generation(), program.linearFdbTop(), program.row(), program.forget()),
              seen.linearFdbTop(),
              seen.linearFdbCap(),
              nowMs);
      case ProgramMulticast program ->
          state.decide(
              new LftState.MulticastRequest(
                  program.generation(),
                  program.multicastFdbTop(),
                  program.positions(),
                  program.blocks(),
                  MulticastRow.of(program.blocks(), program.masks()),
                  program.onlyTake(),
                  program.forget()),
              program.isSeenNow() ? seen.multicastFdbTop() : 0,
              nowMs);
    };
  }

  private void begun(LftState state, Task task) {
    switch (task) {
      case Program program -> otherTop = state.multicast().confirmedTop();
      case ProgramMulticast program -> {
        entries = state.multicast().row();
        otherTop = state.confirmedTop();
      }
    }
    proceed();
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
    long nowMs = setup.clock().millis();
    return switch (run.task()) {
      case Program program -> {
        List<LftEvent> events = new ArrayList<>(2);
        if (run.takeTopUnconfirmed()) {
          events.add(new TopConfirmed(program.generation(), program.linearFdbTop(), nowMs));
        }
        if (run.unconfirmedCount() > 0) {
          events.add(new BlocksConfirmed(program.generation(), run.takeUnconfirmed(), nowMs));
        }
        yield events;
      }
      case ProgramMulticast program -> {
        int top = run.takeTopUnconfirmed() ? program.multicastFdbTop() : 0;
        yield top == 0 && run.unconfirmedCount() == 0
            ? List.of()
            : List.of(
                new MulticastConfirmed(program.generation(), top, run.takeUnconfirmed(), nowMs));
      }
    };
  }

  /** Sends what may be sent, or ends the run. */
  private void proceed() {
    for (int next = run.next(); next != ProgrammingRun.NOTHING; next = run.next()) {
      send(next);
    }
    if (run.isDone()) {
      run.task().replyTo().tell(run.result());
      run = null;
      becomeIdle();
      if (stopping) {
        context.getSelf().tell(Stop.INSTANCE);
      } else {
        tellSelfWhatWaits();
      }
    }
  }

  private void tellSelfWhatWaits() {
    if (waiting != null) {
      context.getSelf().tell(waiting);
      waiting = null;
    }
    if (waitingMulticast != null) {
      context.getSelf().tell(waitingMulticast);
      waitingMulticast = null;
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
    switch (run.task()) {
      case Program program -> {
        if (block == ProgrammingRun.TOP) {
          writer.tops(program.linearFdbTop(), otherTop, onOutcome);
        } else {
          writer.block(program.row(), block, onOutcome);
        }
      }
      case ProgramMulticast program -> {
        if (block == ProgrammingRun.TOP) {
          writer.tops(otherTop, program.multicastFdbTop(), onOutcome);
        } else {
          writer.multicastBlock(entries, block, onOutcome);
        }
      }
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
      fail(run.task(), STOPPED);
    }
    failWaiting(STOPPED);
  }

  private void failWaiting(String reason) {
    if (waiting != null) {
      fail(waiting, reason);
      waiting = null;
    }
    if (waitingMulticast != null) {
      fail(waitingMulticast, reason);
      waitingMulticast = null;
    }
  }

  private static void fail(Task task, String reason) {
    task.replyTo().tell(new ProgrammingFailed(task.generation(), new int[0], reason));
  }
}
