package io.dateline.routing.actors.programmer;

import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.ActorContext;
import akka.cluster.sharding.typed.ClusterShardingSettings;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
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
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.journal.FutureRecord;
import io.dateline.persistence.journal.JournalReader;
import io.dateline.persistence.journal.Retention;
import io.dateline.routing.actors.entity.HomePorts;
import io.dateline.routing.actors.entity.RoutingEntity;
import io.dateline.routing.actors.entity.RoutingMessage;
import io.dateline.routing.actors.entity.SelfPassivation;
import io.dateline.routing.actors.entity.SpreadOverNodes;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Tells one switch its forwarding tables, and remembers what it has been told. Sharded and
 * event-sourced; entity id: the switch's node GUID in 16 hex digits.
 *
 * <p>It runs a {@link ProgrammerMachine}, which decides: gives it messages and the time, persists
 * its facts, and sends its answers.
 */
public final class LftProgrammer
    extends EventSourcedBehavior<LftProgrammer.Command, LftEvent, LftState> {
  public static final EntityTypeKey<Command> TYPE_KEY =
      EntityTypeKey.create(Command.class, "LftProgrammer");

  /** Carried by the events of all switches: standbys of earlier versions follow by it. */
  public static final String TAG = "lft";

  private static final Set<String> TAGS = Set.of(TAG);

  private static final String ID_PREFIX = "lft";

  /** What a programmer can be told. */
  public sealed interface Command {}

  /** Something to be told to the switch; answered by a {@link ProgrammerReply}. */
  sealed interface Task extends Command, RoutingMessage {
    long generation();

    boolean forget();

    ActorRef<ProgrammerReply> replyTo();

    /** How the switch is reached; null from nodes that keep all programmers beside the master. */
    SwitchReach reach();

    /** As {@link Turns} has it; {@link Turns#UNKNOWN} from nodes that give none. */
    long turn();

    /** What it asks for. */
    Work work();
  }

  /**
   * Make the switch hold this row. Blocks that it holds already are not sent. A program of the same
   * or a newer generation takes the place of the one in progress, which is answered as failed.
   *
   * @param generation of the routing; an older one than before is refused
   * @param linearFdbTop the largest LID the switch shall look up
   * @param row output ports by LID, whole blocks of 64, at least up to {@code linearFdbTop}; not
   *     written to any more
   * @param forget the switch has restarted, or what it holds is not known: everything is sent. A
   *     program that is refused leaves nothing behind, so the next one must say it again
   * @param reach as {@link Task#reach}
   * @param turn as {@link Task#turn}; a question that comes after a later one is refused
   */
  public record Program(
      long generation,
      int linearFdbTop,
      byte[] row,
      boolean forget,
      ActorRef<ProgrammerReply> replyTo,
      SwitchReach reach,
      long turn)
      implements Task {
    public Program {
      Objects.requireNonNull(row);
      Objects.requireNonNull(replyTo);
    }

    @Override
    public Work work() {
      return new UnicastWork(generation, linearFdbTop, row, forget);
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
   * @param reach as {@link Task#reach}
   * @param turn as in {@link Program}
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
      ActorRef<ProgrammerReply> replyTo,
      SwitchReach reach,
      long turn)
      implements Task {
    public ProgramMulticast {
      Objects.requireNonNull(blocks);
      Objects.requireNonNull(masks);
      Objects.requireNonNull(replyTo);
    }

    @Override
    public Work work() {
      return new MulticastWork(
          generation,
          multicastFdbTop,
          positions,
          blocks,
          MulticastRow.of(blocks, masks),
          onlyTake,
          isSeenNow,
          forget);
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
   * @param home GUID of the end port of the node where the programmer lives; 0 from nodes that do
   *     not say
   */
  public record Recalled(
      long switchGuid, byte[] row, int[] multicastBlocks, byte[] multicastMasks, long home)
      implements RoutingMessage {
    public Recalled {
      Objects.requireNonNull(row);
    }

    /** As a switch's state has it. */
    public static Recalled of(long switchGuid, LftState state, long home) {
      Optional<MulticastRow> held = state.multicast().held();
      return new Recalled(
          switchGuid,
          state.row(),
          held.map(MulticastRow::numbers).orElse(null),
          held.map(MulticastRow::masks).orElse(null),
          home);
    }

    /** The multicast entries that the switch is known to hold; empty when they are not known. */
    public Optional<MulticastRow> multicast() {
      return multicastBlocks == null
          ? Optional.empty()
          : Optional.of(MulticastRow.of(multicastBlocks, multicastMasks));
    }
  }

  /** Answers wait in the run's {@link Answers}. */
  private record Settled(ProgrammingRun run)
      implements Command, NoSerializationVerificationNeeded {}

  /** Waited for a run that has ended. */
  private record Next(ProgrammerMachine.Order order)
      implements Command, NoSerializationVerificationNeeded {}

  private enum Idle implements Command, NoSerializationVerificationNeeded {
    INSTANCE
  }

  /** From sharding: the entity is idle, moves, or its node leaves. */
  enum Stop implements Command, NoSerializationVerificationNeeded {
    INSTANCE
  }

  /**
   * What programmers need of their node.
   *
   * @param exchange requests through its port
   * @param homes among which the subnet manager of this node, if it is master, has them placed
   * @param turns that this node knows of
   */
  public record Setup(
      MadExchange exchange,
      HomePorts homes,
      Turns turns,
      ProgrammerSettings settings,
      InstantSource clock) {}

  private final ActorContext<Command> context;
  private final long guid;
  private final Setup setup;
  private final SelfPassivation<Command> passivation;
  private final ProgrammerMachine machine;

  private LftProgrammer(
      ActorContext<Command> context, long guid, Setup setup, SelfPassivation<Command> passivation) {
    super(persistenceId(guid));
    this.context = context;
    this.guid = guid;
    this.setup = setup;
    this.passivation = passivation;
    machine =
        new ProgrammerMachine(
            guid,
            setup.exchange(),
            setup.settings(),
            setup.turns(),
            run -> context.getSelf().tell(new Settled(run)));
  }

  /**
   * The behavior of one entity.
   *
   * @param shard is asked for permission to stop when there is nothing to do
   */
  public static Behavior<Command> create(
      long switchGuid, Setup setup, ActorRef<ClusterSharding.ShardCommand> shard) {
    return SelfPassivation.setup(
        shard,
        Idle.INSTANCE,
        setup.settings().passivateAfter(),
        (context, passivation) -> new LftProgrammer(context, switchGuid, setup, passivation));
  }

  /** Makes this node a home of programmers. Every node of the cluster calls it. */
  public static void init(ActorSystem<?> system, Setup setup) {
    RoutingEntity.init(
        system,
        Command.class,
        new DroppedTasks(setup),
        RoutingEntity.of(
            system,
            TYPE_KEY,
            Stop.INSTANCE,
            new SpreadOverNodes(
                setup.homes(), ClusterShardingSettings.create(system).numberOfShards()),
            entity -> create(Guid.parseHex(entity.getEntityId()), setup, entity.getShard())));
  }

  static void refuse(Task task, String why) {
    task.replyTo().tell(new ProgrammerReply.ProgrammingFailed(task.generation(), new int[0], why));
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
          case Next next -> take(state, next.order());
          case Recall recall -> {
            recall.replyTo().tell(Recalled.of(guid, state, setup.exchange().port().portGuid()));
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
        .onSignal(PostStop.instance(), state -> machine.giveUp())
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

  private Effect<LftEvent, LftState> onTask(LftState state, Task task) {
    if (task.reach() == null) {
      refuse(task, "the subnet manager is of a version that keeps programmers on its own node");
      return Effect().none();
    }
    return take(
        state,
        new ProgrammerMachine.Order(task.work(), task.turn(), task.reach(), task.replyTo()::tell));
  }

  private Effect<LftEvent, LftState> take(LftState state, ProgrammerMachine.Order order) {
    boolean wasIdle = machine.isIdle();
    List<LftEvent> facts = machine.take(state, order, setup.clock().millis());
    if (wasIdle && !machine.isIdle()) {
      passivation.becomeBusy();
    }
    return carryOut(facts, false);
  }

  private Effect<LftEvent, LftState> onSettled(Settled settled) {
    boolean wasIdle = machine.isIdle();
    return carryOut(machine.settle(settled.run(), setup.clock().millis()), !wasIdle);
  }

  private Effect<LftEvent, LftState> carryOut(List<LftEvent> facts, boolean wasBusy) {
    if (facts.isEmpty()) {
      afterStep(wasBusy);
      return Effect().none();
    }
    return Effect()
        .persist(facts)
        .thenRun(
            after -> {
              machine.taken(after);
              afterStep(true);
            });
  }

  private void afterStep(boolean wasBusy) {
    if (!wasBusy || !machine.isIdle()) {
      return;
    }
    passivation.becomeIdle();
    if (machine.isStopping()) {
      context.getSelf().tell(Stop.INSTANCE);
    } else {
      machine.takeWaiting().forEach(order -> context.getSelf().tell(new Next(order)));
    }
  }

  private Effect<LftEvent, LftState> onIdle() {
    if (machine.isIdle()) {
      passivation.ask();
    }
    return Effect().none();
  }

  /** A successor on another node must not meet our Sets: what is outstanding is waited for. */
  private Effect<LftEvent, LftState> onStop() {
    if (machine.isIdle()) {
      return Effect().stop();
    }
    machine.stop();
    return Effect().none();
  }
}
