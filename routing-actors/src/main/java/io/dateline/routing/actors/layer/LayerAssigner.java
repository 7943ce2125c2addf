package io.dateline.routing.actors.layer;

import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.ActorContext;
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
import com.typesafe.config.Config;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidsId;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Lane;
import io.dateline.persistence.event.LayerEvent;
import io.dateline.persistence.event.LayerEvent.LayersAssigned;
import io.dateline.persistence.journal.FutureRecord;
import io.dateline.persistence.journal.Retention;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.entity.Askers;
import io.dateline.routing.actors.entity.BesideTheMaster;
import io.dateline.routing.actors.entity.Refusal;
import io.dateline.routing.actors.entity.RoutingEntity;
import io.dateline.routing.actors.entity.RoutingMessage;
import io.dateline.routing.actors.entity.SelfPassivation;
import io.dateline.routing.actors.entity.TopologyShards;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.proof.LayerProof;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/**
 * Owns the channel dependency graphs of one topology's routings: says how many layers a routing has
 * and proves it free of credit loops, or shows one. Sharded and event-sourced; entity id: the
 * topology id in 16 hex digits. It lives on the node of the topology's engines and takes their
 * tables from that node's {@link Generations}.
 *
 * <p>What it found is journaled before it is answered, and remembered: the same tables, with the
 * same LIDs, are not gone through twice, whichever node is master by then.
 */
public final class LayerAssigner
    extends EventSourcedBehavior<LayerAssigner.Command, LayerEvent, LayerState> {
  public static final EntityTypeKey<Command> TYPE_KEY =
      EntityTypeKey.create(Command.class, "LayerAssigner");

  /** Carried by the events of all topologies. */
  public static final String TAG = "layers";

  private static final Set<String> TAGS = Set.of(TAG);

  private static final String ID_PREFIX = "layers";

  /** Lanes of a cycle that are named. */
  private static final int NAMED_MAX = 12;

  private static final String STOPPED = "the layer assigner stopped before it was done";

  /** What a layer assigner can be told. */
  public sealed interface Command {}

  /**
   * Tell the layers of a routing, and whether it is free of credit loops.
   *
   * @param generation the routing was computed for
   * @param engine that computed it
   * @param digest of its tables
   * @param reason why a routing is needed, for the journal
   */
  public record Prove(
      long generation, String engine, String digest, String reason, ActorRef<Reply> replyTo)
      implements Command, RoutingMessage {
    public Prove {
      Objects.requireNonNull(engine);
      Objects.requireNonNull(digest);
      Objects.requireNonNull(reason);
      Objects.requireNonNull(replyTo);
    }
  }

  /** A routing of a generation. */
  private record Key(long generation, String digest) {}

  private record Finished(Key key, LayersAssigned found)
      implements Command, NoSerializationVerificationNeeded {}

  private record Failed(Key key, Throwable failure)
      implements Command, NoSerializationVerificationNeeded {}

  private enum Idle implements Command, NoSerializationVerificationNeeded {
    INSTANCE
  }

  /** From sharding: the entity is idle, moves, or its node leaves. */
  enum Stop implements Command, NoSerializationVerificationNeeded {
    INSTANCE
  }

  /** What it answers. */
  public sealed interface Reply extends RoutingMessage {}

  /**
   * The channel dependency graph of the routing is known.
   *
   * @param layers virtual lanes that paths between switches take
   * @param channels lanes that are in use
   * @param dependencies pairs of them that some path takes one right after the other
   * @param cycle an example of a cycle, with its switches and ports; empty when there is none
   */
  public record Proven(
      long generation, String digest, int layers, int channels, int dependencies, String cycle)
      implements Reply {
    /** Whether no buffers can wait for each other in a circle. */
    public boolean acyclic() {
      return cycle.isEmpty();
    }
  }

  /** The entity's node does not know this generation, or no such tables of it. */
  public record UnknownRouting(long generation, String digest) implements Reply {}

  /**
   * Nothing is known.
   *
   * @param reason a sentence
   */
  public record NotProven(long generation, String reason) implements Reply {}

  /**
   * What a node's layer assigners need.
   *
   * @param generations of this node
   * @param passivateAfter how long an entity without work stays
   * @param clock tells when, for the journal
   * @param proofs of this node
   */
  public record Setup(
      Generations generations, Duration passivateAfter, InstantSource clock, ProofMemo proofs) {
    public Setup(Generations generations, Duration passivateAfter, InstantSource clock) {
      this(generations, passivateAfter, clock, new ProofMemo());
    }

    /** With the limits of a whole configuration: {@code dateline.layer-assigner}. */
    public static Setup of(Config config, Generations generations, InstantSource clock) {
      return new Setup(
          generations, config.getDuration("dateline.layer-assigner.passivate-after"), clock);
    }
  }

  private final ActorContext<Command> context;
  private final long topologyId;
  private final Setup setup;
  private final SelfPassivation<Command> passivation;
  private final Executor executor;
  private final Askers<Key, Reply> askers = new Askers<>();

  private LayerAssigner(
      ActorContext<Command> context,
      long topologyId,
      Setup setup,
      SelfPassivation<Command> passivation) {
    super(persistenceId(topologyId));
    this.context = context;
    this.topologyId = topologyId;
    this.setup = setup;
    this.passivation = passivation;
    executor =
        context
            .getSystem()
            .dispatchers()
            .lookup(DispatcherSelector.fromConfig(RoutingEngineBehavior.DISPATCHER));
  }

  /**
   * The behavior of one entity.
   *
   * @param shard is asked for permission to stop when there is nothing to do
   */
  public static Behavior<Command> create(
      long topologyId, Setup setup, ActorRef<ClusterSharding.ShardCommand> shard) {
    return SelfPassivation.setup(
        shard,
        Idle.INSTANCE,
        setup.passivateAfter(),
        (context, passivation) -> new LayerAssigner(context, topologyId, setup, passivation));
  }

  /** Makes this node a home of layer assigners. Every node of the cluster calls it. */
  public static void init(ActorSystem<?> system, Setup setup) {
    RoutingEntity.init(
        system,
        Command.class,
        new DroppedQuestions(setup),
        RoutingEntity.of(
                system,
                TYPE_KEY,
                Stop.INSTANCE,
                new BesideTheMaster(),
                entity -> create(Guid.parseHex(entity.getEntityId()), setup, entity.getShard()))
            .withMessageExtractor(TopologyShards.of(system)));
  }

  /** Questions that were dropped on the way. */
  private record DroppedQuestions(Setup setup) implements Refusal<Command> {
    @Override
    public boolean refuse(String entityId, Command command) {
      return command instanceof Prove prove && isRefused(setup, prove);
    }

    @Override
    public void giveUp(Command command) {
      if (command instanceof Prove prove) {
        prove
            .replyTo()
            .tell(
                new NotProven(prove.generation(), "the question was dropped on the way each time"));
      }
    }
  }

  /** Only where the asker is on this node: another one may have generations of the same numbers. */
  private static boolean isRefused(Setup setup, Prove prove) {
    boolean isAbandoned =
        prove.replyTo().path().address().hasLocalScope()
            && setup.generations().isAbandoned(prove.generation());
    if (isAbandoned) {
      prove.replyTo().tell(new UnknownRouting(prove.generation(), prove.digest()));
    }
    return isAbandoned;
  }

  /** The entity id of a topology. */
  public static String entityId(long topologyId) {
    return Guid.hex16(topologyId);
  }

  /** The persistence id of a topology's layer assigner. */
  public static PersistenceId persistenceId(long topologyId) {
    return PersistenceId.of(ID_PREFIX, entityId(topologyId));
  }

  @Override
  public LayerState emptyState() {
    return LayerState.EMPTY;
  }

  @Override
  public EventHandler<LayerState, LayerEvent> eventHandler() {
    return LayerState::apply;
  }

  @Override
  public CommandHandler<Command, LayerEvent, LayerState> commandHandler() {
    return (state, command) ->
        switch (command) {
          case Prove prove -> onProve(state, prove);
          case Finished finished -> onFinished(finished);
          case Failed failed -> onFailed(failed);
          case Idle idle -> onIdle();
          case Stop stop -> Effect().stop();
        };
  }

  /** No caller shall wait for an answer that cannot come, as when the journal fails. */
  @Override
  public SignalHandler<LayerState> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryFailed.class, (state, failed) -> FutureRecord.leaveIf(context, this, failed))
        .onSignal(PostStop.instance(), state -> askers.work().forEach(key -> fail(key, STOPPED)))
        .build();
  }

  @Override
  public Set<String> tagsFor(LayerEvent event) {
    return TAGS;
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return Retention.LAYERS;
  }

  @Override
  public SnapshotAdapter<LayerState> snapshotAdapter() {
    return LayerState.SNAPSHOTS.adapter();
  }

  private Effect<LayerEvent, LayerState> onProve(LayerState state, Prove prove) {
    Optional<FabricGeneration> generation = setup.generations().find(prove.generation());
    if (generation.isEmpty()) {
      prove.replyTo().tell(new UnknownRouting(prove.generation(), prove.digest()));
    } else if (generation.get().topologyId() != topologyId) {
      refuse(
          prove,
          "generation %d has topology %s, not %s"
              .formatted(
                  prove.generation(),
                  Guid.hex16(generation.get().topologyId()),
                  Guid.hex16(topologyId)));
    } else {
      prove(state, prove, generation.get());
    }
    return Effect().none();
  }

  private void prove(LayerState state, Prove prove, FabricGeneration generation) {
    long lidsId = LidsId.of(generation.lids());
    Optional<LayersAssigned> known = state.find(prove.digest(), lidsId);
    Optional<ComputedRouting> computed =
        setup
            .generations()
            .routing(prove.generation(), prove.engine())
            .filter(routing -> routing.digest().equals(prove.digest()));
    if (known.isPresent() && computed.filter(now -> now.routing().hasLanes()).isEmpty()) {
      prove.replyTo().tell(proven(prove.generation(), known.get()));
    } else if (computed.isEmpty()) {
      prove.replyTo().tell(new UnknownRouting(prove.generation(), prove.digest()));
    } else {
      join(prove, generation, lidsId, computed.get().routing());
    }
  }

  private void join(Prove prove, FabricGeneration generation, long lidsId, Routing routing) {
    Key key = new Key(prove.generation(), prove.digest());
    switch (askers.enter(key, prove.replyTo())) {
      case BEGINS -> {
        passivation.becomeBusy();
        run(key, prove, generation, lidsId, routing);
      }
      case JOINS -> {}
      case REFUSED -> refuse(prove, "too much work is waiting for this layer assigner");
    }
  }

  private static void refuse(Prove prove, String reason) {
    prove.replyTo().tell(new NotProven(prove.generation(), reason));
  }

  private void run(
      Key key, Prove prove, FabricGeneration generation, long lidsId, Routing routing) {
    context.pipeToSelf(
        CompletableFuture.supplyAsync(() -> found(prove, generation, lidsId, routing), executor),
        (found, failure) -> failure == null ? new Finished(key, found) : new Failed(key, failure));
  }

  /** On the routing dispatcher. */
  private LayersAssigned found(
      Prove prove, FabricGeneration generation, long lidsId, Routing routing) {
    Fabric fabric = generation.fabric();
    LayerProof proof = setup.proofs().prove(fabric, generation.lids(), routing);
    return new LayersAssigned(
        generation.topologyId(),
        lidsId,
        routing.engine(),
        prove.digest(),
        routing.hasLanes(),
        proof.layers(),
        proof.channels(),
        proof.dependencies(),
        describe(proof.cycle(), fabric),
        prove.reason(),
        setup.clock().millis());
  }

  private static String describe(List<Lane> cycle, Fabric fabric) {
    String lanes =
        cycle.stream()
            .limit(NAMED_MAX)
            .map(lane -> lane.describe(fabric))
            .collect(Collectors.joining(", then "));
    return cycle.size() <= NAMED_MAX ? lanes : lanes + ", ... (%d in all)".formatted(cycle.size());
  }

  private Effect<LayerEvent, LayerState> onFinished(Finished finished) {
    return Effect()
        .persist(finished.found())
        .thenRun(
            after -> answer(finished.key(), proven(finished.key().generation(), finished.found())));
  }

  private Effect<LayerEvent, LayerState> onFailed(Failed failed) {
    context
        .getLog()
        .error("layers not proven: generation={}", failed.key().generation(), failed.failure());
    fail(failed.key(), "the layer assigner failed: " + failed.failure());
    return Effect().none();
  }

  private void fail(Key key, String reason) {
    answer(key, new NotProven(key.generation(), reason));
  }

  private void answer(Key key, Reply reply) {
    askers.answer(key, reply);
    if (askers.isEmpty()) {
      passivation.becomeIdle();
    }
  }

  private static Proven proven(long generation, LayersAssigned found) {
    return new Proven(
        generation,
        found.digest(),
        found.layers(),
        found.channels(),
        found.dependencies(),
        found.cycle());
  }

  private Effect<LayerEvent, LayerState> onIdle() {
    if (askers.isEmpty()) {
      passivation.ask();
    }
    return Effect().none();
  }
}
