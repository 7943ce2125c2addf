package io.dateline.routing.actors.engine;

import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractOnMessageBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import com.typesafe.config.Config;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TableDigest;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.OptionsDigest;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.actors.entity.Askers;
import io.dateline.routing.actors.entity.BesideTheMaster;
import io.dateline.routing.actors.entity.RoutingEntity;
import io.dateline.routing.actors.entity.RoutingMessage;
import io.dateline.routing.actors.entity.SelfPassivation;
import io.dateline.routing.actors.entity.TopologyShards;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.actors.step.StepHosts;
import io.dateline.routing.actors.step.StepQuestions;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * One engine for one topology, sharded; entity id {@link EngineEntityId}. It holds no truth: it
 * computes tables for a fabric generation that its node knows, leaves the routing in the node's
 * {@link Generations} and answers with a digest of it.
 */
public final class RoutingEngineBehavior
    extends AbstractOnMessageBehavior<RoutingEngineBehavior.Command> {
  public static final EntityTypeKey<Command> TYPE_KEY =
      EntityTypeKey.create(Command.class, "RoutingEngine");

  /** The dispatcher engines run on. */
  public static final String DISPATCHER = "dateline.routing-dispatcher";

  /** What a routing engine can be told. */
  public sealed interface Command {}

  /**
   * Compute tables for a generation. While one is being computed, further askers wait for the same
   * result; what was computed before is answered at once.
   *
   * @param optionsDigest {@link OptionsDigest} of the asker's options, which have to be this
   *     node's, too; empty from nodes of a version that did not tell it, and then not compared
   * @param memoryDigest of what engines are to be told again, as the asker knows it: this node's
   *     generation has to have the same; null from nodes of a version that did not tell it
   * @param helpers GUIDs of ports of nodes that may route steps of a chain
   */
  public record Compute(
      long generation,
      ActorRef<Reply> replyTo,
      String optionsDigest,
      String memoryDigest,
      long[] helpers)
      implements Command, RoutingMessage {
    private static final long[] NO_HELPERS = {};

    public Compute {
      optionsDigest = Objects.requireNonNullElse(optionsDigest, "");
      helpers = Objects.requireNonNullElse(helpers, NO_HELPERS);
    }

    /** One that this node alone is to carry out. */
    public Compute(
        long generation, ActorRef<Reply> replyTo, String optionsDigest, String memoryDigest) {
      this(generation, replyTo, optionsDigest, memoryDigest, NO_HELPERS);
    }
  }

  private record Finished(
      long generation,
      RoutingOutcome outcome,
      boolean isMended,
      String digest,
      long millis,
      Map<Long, Long> makers)
      implements Command, NoSerializationVerificationNeeded {}

  private record Failed(long generation, Throwable failure)
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
   * The routing is in the {@link Generations} of the entity's node.
   *
   * @param digest {@link TableDigest} of the tables
   * @param vlCount data VLs the routing needs
   * @param millis what the engine took
   * @param creditLoopFree whether the engine claims that no credit loop can form
   */
  public record Computed(
      long generation,
      String engine,
      String digest,
      int vlCount,
      long millis,
      boolean creditLoopFree)
      implements Reply {
    /** Of a routing. */
    public static Computed of(ComputedRouting routing, String engine) {
      return new Computed(
          routing.generation(),
          engine,
          routing.digest(),
          routing.routing().vlCount(),
          routing.millis(),
          routing.creditLoopFree());
    }
  }

  /**
   * There are no tables. What the engine has learnt all the same is in the {@link Generations} of
   * the entity's node.
   *
   * @param reason a sentence: what the engine says, or why it did not run
   */
  public record Refused(String engine, String reason) implements Reply {}

  /** The engine has more work than it takes: it says nothing of the fabric, and is asked again. */
  public record Busy(String engine) implements Reply {}

  /** The entity's node does not know this generation, or no longer computes anything for it. */
  public record UnknownGeneration(long generation) implements Reply {}

  /**
   * What a node's engines need.
   *
   * @param generations of this node
   * @param engines by name
   * @param options of all engines
   * @param passivateAfter how long an entity without work stays
   * @param steps has other nodes route steps of a chain
   */
  public record Setup(
      Generations generations,
      Function<String, Optional<RoutingEngine>> engines,
      EngineOptionsSource options,
      Duration passivateAfter,
      StepHosts steps) {
    /** With the limits of a whole configuration: {@code dateline.routing-engine}. */
    public static Setup of(
        Config config,
        Generations generations,
        Function<String, Optional<RoutingEngine>> engines,
        EngineOptionsSource options,
        StepHosts steps) {
      return new Setup(
          generations,
          engines,
          options,
          config.getDuration("dateline.routing-engine.passivate-after"),
          steps);
    }
  }

  private final EngineEntityId id;
  private final Setup setup;
  private final SelfPassivation<Command> passivation;
  private final Executor executor;
  private final Askers<Long, Reply> askers = new Askers<>(); // by generation

  private RoutingEngineBehavior(
      ActorContext<Command> context,
      EngineEntityId id,
      Setup setup,
      SelfPassivation<Command> passivation) {
    super(context);
    this.id = id;
    this.setup = setup;
    this.passivation = passivation;
    executor = context.getSystem().dispatchers().lookup(DispatcherSelector.fromConfig(DISPATCHER));
  }

  /**
   * The behavior of one entity.
   *
   * @param shard is asked for permission to stop when there is nothing to do
   */
  public static Behavior<Command> create(
      EngineEntityId id, Setup setup, ActorRef<ClusterSharding.ShardCommand> shard) {
    return SelfPassivation.setup(
        shard,
        Idle.INSTANCE,
        setup.passivateAfter(),
        (context, passivation) -> new RoutingEngineBehavior(context, id, setup, passivation));
  }

  /** Makes this node a home of routing engines. Every node of the cluster calls it. */
  public static void init(ActorSystem<?> system, Setup setup) {
    RoutingEntity.init(
        system,
        Command.class,
        (entityId, command) -> command instanceof Compute compute && isRefused(setup, compute),
        RoutingEntity.of(
                system,
                TYPE_KEY,
                Stop.INSTANCE,
                new BesideTheMaster(),
                entity ->
                    create(EngineEntityId.parse(entity.getEntityId()), setup, entity.getShard()))
            .withMessageExtractor(TopologyShards.of(system)));
  }

  /** Only where the asker is on this node: another one may have generations of the same numbers. */
  static boolean isRefused(Setup setup, Compute compute) {
    boolean isPast =
        compute.replyTo().path().address().hasLocalScope()
            && setup.generations().isPast(compute.generation());
    if (isPast) {
      compute.replyTo().tell(new UnknownGeneration(compute.generation()));
    }
    return isPast;
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    return switch (command) {
      case Compute compute -> onCompute(compute);
      case Finished finished -> onFinished(finished);
      case Failed failed -> onFailed(failed);
      case Idle idle -> onIdle();
      // A waiting caller asks again, at the next home; after a refusal the next engine is asked.
      case Stop stop -> Behaviors.stopped();
    };
  }

  private Behavior<Command> onCompute(Compute compute) {
    Optional<FabricGeneration> generation = setup.generations().find(compute.generation());
    Optional<ComputedRouting> computed =
        setup.generations().routing(compute.generation(), id.engine());
    Optional<RoutingOptions> options = options(compute);
    if (generation.isEmpty()) {
      compute.replyTo().tell(new UnknownGeneration(compute.generation()));
    } else if (generation.get().topologyId() != id.topologyId()) {
      refuse(
          compute,
          "generation %d has topology %s, not %s"
              .formatted(
                  compute.generation(),
                  Guid.hex16(generation.get().topologyId()),
                  Guid.hex16(id.topologyId())));
    } else if (options.isEmpty()) {
      refuse(
          compute,
          "the node it runs on has other options than the master: their digests are %.16s and %.16s"
              .formatted(setup.options().digest(), compute.optionsDigest()));
    } else if (hasOtherMemory(compute, generation.get())) {
      refuse(
          compute,
          "the node it runs on remembers something else than the master: the digests are %.16s and %.16s"
              .formatted(generation.get().memory().digest(), compute.memoryDigest()));
    } else if (computed.isPresent()) {
      compute.replyTo().tell(Computed.of(computed.get(), id.engine()));
    } else if (setup.generations().isPast(compute.generation())) {
      // Told again, late: what it wants would only keep the engine from what is wanted now.
      compute.replyTo().tell(new UnknownGeneration(compute.generation()));
    } else {
      join(compute, generation.get(), options.get());
    }
    return this;
  }

  private Optional<RoutingOptions> options(Compute compute) {
    String asked = compute.optionsDigest();
    return setup.options().find(asked.isEmpty() ? setup.options().digest() : asked);
  }

  private static boolean hasOtherMemory(Compute compute, FabricGeneration generation) {
    return compute.memoryDigest() != null
        && !compute.memoryDigest().equals(generation.memory().digest());
  }

  private void join(Compute compute, FabricGeneration generation, RoutingOptions options) {
    Optional<RoutingEngine> engine = setup.engines().apply(id.engine());
    if (engine.isEmpty()) {
      refuse(compute, "there is no engine of this name");
      return;
    }
    switch (askers.enter(compute.generation(), compute.replyTo())) {
      case BEGINS -> {
        passivation.becomeBusy();
        run(engine.get(), generation, options, compute.helpers());
      }
      case JOINS -> {}
      case REFUSED -> compute.replyTo().tell(new Busy(id.engine()));
    }
  }

  private void refuse(Compute compute, String reason) {
    compute.replyTo().tell(new Refused(id.engine(), reason));
  }

  private void run(
      RoutingEngine engine, FabricGeneration generation, RoutingOptions options, long[] helpers) {
    getContext()
        .pipeToSelf(
            CompletableFuture.supplyAsync(
                () -> compute(engine, generation, options, helpers, setup), executor),
            (finished, failure) ->
                failure == null ? finished : new Failed(generation.number(), failure));
  }

  /** On the routing dispatcher. */
  private static Finished compute(
      RoutingEngine engine,
      FabricGeneration generation,
      RoutingOptions options,
      long[] helpers,
      Setup setup) {
    RoutingRequest request = setup.generations().request(generation, engine.name(), options);
    StepQuestions others = setup.steps().questions(generation, request, helpers);
    long beginNs = System.nanoTime();
    RoutingOutcome outcome = engine.route(request, others);
    long millis = (System.nanoTime() - beginNs) / 1_000_000;
    String digest =
        outcome instanceof RoutingOutcome.Routed routed
            ? TableDigest.of(routed.routing().tables())
            : "";
    return new Finished(
        generation.number(), outcome, request.previous() != null, digest, millis, others.makers());
  }

  private Behavior<Command> onFinished(Finished finished) {
    answer(
        finished.generation(),
        switch (finished.outcome()) {
          case RoutingOutcome.Routed routed ->
              keep(
                  ComputedRouting.of(
                          finished.generation(),
                          routed,
                          finished.isMended(),
                          finished.digest(),
                          finished.millis())
                      .withMakers(finished.makers()));
          case RoutingOutcome.Refused refused -> refused(finished.generation(), refused);
        });
    return this;
  }

  /** What was learnt stays on this node, as a routing would. */
  private Reply refused(long generation, RoutingOutcome.Refused refused) {
    if (!refused.memory().equals(EngineMemory.NONE)) {
      setup.generations().learnt(generation, refused.engine(), refused.memory());
    }
    return new Refused(refused.engine(), refused.reason());
  }

  /** Where a result that is too old is discarded: its fabric could not be found any more. */
  private Reply keep(ComputedRouting routing) {
    return setup.generations().add(routing)
        ? Computed.of(routing, id.engine())
        : new UnknownGeneration(routing.generation());
  }

  private Behavior<Command> onFailed(Failed failed) {
    getContext()
        .getLog()
        .error(
            "engine failed: engine={} generation={}",
            id.engine(),
            failed.generation(),
            failed.failure());
    answer(failed.generation(), new Refused(id.engine(), "the engine failed: " + failed.failure()));
    return this;
  }

  private void answer(long generation, Reply reply) {
    askers.answer(generation, reply);
    if (askers.isEmpty()) {
      passivation.becomeIdle();
    }
  }

  private Behavior<Command> onIdle() {
    if (askers.isEmpty()) {
      passivation.ask();
    }
    return this;
  }
}
