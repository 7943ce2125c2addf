package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TableDigest;
import io.dateline.persistence.journal.JournalHead;
import io.dateline.persistence.journal.JournalWentBack;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.actors.engine.EngineOptionsSource;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ProgrammerMachine;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.SwitchReach;
import io.dateline.routing.actors.programmer.Work;
import io.dateline.routing.proof.LayerProof;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.link.RelayedSets;
import io.dateline.sm.manager.CandidateTrial;
import io.dateline.sm.manager.Workers;
import io.dateline.sm.replica.SubnetReplica;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Engines and the layer assigner of one node, and the way to programmers, wherever they live. A
 * question is lost now and then.
 */
final class SimulatedWorkers implements Workers {
  /**
   * Where programmers are.
   *
   * @param of the node where the programmer of a switch lives
   * @param at those of the node that has a port
   * @param candidates workers of the node that has a port
   * @param own those of this node
   * @param onOrder told of what they are to do
   */
  record Places(
      LongFunction<SimulatedProgrammers> of,
      LongFunction<Optional<SimulatedProgrammers>> at,
      LongFunction<Optional<SimulatedWorkers>> candidates,
      SimulatedProgrammers own,
      Consumer<Work> onOrder) {}

  private static final double LOST = 0.002;
  private static final long SUBNET_PREFIX = 0xfe80_0000_0000_0000L;

  private final World world;
  private final SimulatedJournal journal;
  private final Generations generations;
  private final EngineOptionsSource options;
  private final Consumer<Runnable> onNode;
  private final Places places;
  private final WorkerFaults workerFaults;

  SimulatedWorkers(
      World world,
      SimulatedJournal journal,
      Generations generations,
      EngineOptionsSource options,
      Consumer<Runnable> onNode,
      Places places,
      WorkerFaults workerFaults) {
    this.world = world;
    this.journal = journal;
    this.generations = generations;
    this.options = options;
    this.onNode = onNode;
    this.places = places;
    this.workerFaults = workerFaults;
  }

  /** An answer that the node hears, unless it comes too late. */
  private <T> CompletableFuture<T> patiently(Duration patience) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    world.in(
        patience.toNanos(),
        () -> onNode.accept(() -> answer.completeExceptionally(new TimeoutException("no answer"))));
    return answer;
  }

  private long effort() {
    return world.between(World.MS, 20 * World.MS);
  }

  @Override
  public CompletionStage<RoutingEngineBehavior.Reply> compute(Order order, Duration patience) {
    CompletableFuture<RoutingEngineBehavior.Reply> answer = patiently(patience);
    if (!world.chance(LOST)) {
      world.in(effort(), () -> onNode.accept(() -> answer.complete(route(order))));
    }
    return answer;
  }

  private RoutingEngineBehavior.Reply route(Order order) {
    Optional<FabricGeneration> found = generations.find(order.generation());
    Optional<ComputedRouting> known = generations.routing(order.generation(), order.engine());
    if (found.isEmpty()) {
      return new RoutingEngineBehavior.UnknownGeneration(order.generation());
    }
    if (known.isPresent()) {
      return RoutingEngineBehavior.Computed.of(known.get(), order.engine());
    }
    FabricGeneration generation = found.get();
    RoutingEngine engine = Engines.named(order.engine()).orElseThrow();
    RoutingRequest request =
        generations.request(generation, engine.name(), options.find(order.options()).orElseThrow());
    RoutingOutcome outcome = engine.route(request);
    return switch (outcome) {
      case RoutingOutcome.Refused refused -> {
        if (!refused.memory().equals(EngineMemory.NONE)) {
          generations.learnt(order.generation(), engine.name(), refused.memory());
        }
        yield new RoutingEngineBehavior.Refused(engine.name(), refused.reason());
      }
      case RoutingOutcome.Routed made -> {
        RoutingOutcome.Routed routed =
            workerFaults.isLying(engine.name())
                ? SpoiledEngine.spoil(made, generation.lids().maxLid(), entry -> 0)
                : made;
        ComputedRouting kept =
            ComputedRouting.of(
                order.generation(),
                routed,
                request.previous() != null,
                TableDigest.of(routed.routing().tables()),
                1);
        generations.add(kept);
        yield RoutingEngineBehavior.Computed.of(kept, engine.name());
      }
    };
  }

  @Override
  public CompletionStage<CandidateTrial.Answer> tryCandidate(
      long port, CandidateTrial.Task task, Duration patience) {
    CompletableFuture<CandidateTrial.Answer> answer = patiently(patience);
    if (world.chance(LOST) || workerFaults.isSwallowed(task.engine())) {
      return answer;
    }
    world.in(
        effort(),
        () ->
            places
                .candidates()
                .apply(port)
                .ifPresent(node -> node.onNode.accept(() -> hear(answer, node.tryIt(task)))));
    return answer;
  }

  /** Computes for another node. */
  CandidateTrial.Answer tryIt(CandidateTrial.Task task) {
    return CandidateTrial.run(
        task,
        journal.view().subnet(),
        new CandidateTrial.Means(
            generations, name -> Engines.named(name).map(this::maybeSpoiled), options));
  }

  private RoutingEngine maybeSpoiled(RoutingEngine engine) {
    if (workerFaults.isShunned(engine.name())) {
      return new RefusingEngine(engine);
    }
    return workerFaults.isSpoiling(engine.name()) ? new SpoiledEngine(engine) : engine;
  }

  @Override
  public CompletionStage<LftProgrammer.Recalled> recall(long switchGuid, Duration patience) {
    CompletableFuture<LftProgrammer.Recalled> answer = patiently(patience);
    world.in(
        effort() + workerFaults.slowNs(switchGuid),
        () -> places.of().apply(switchGuid).recall(switchGuid, told -> hear(answer, told)));
    return answer;
  }

  @Override
  public void termBegan(long term) {
    places.own().termBegan(term);
  }

  @Override
  public CompletionStage<ProgrammerReply> program(
      long switchGuid, Work work, long turn, SwitchReach reach, Duration patience) {
    places.onOrder().accept(work);
    CompletableFuture<ProgrammerReply> answer = patiently(patience);
    ProgrammerMachine.Order given =
        new ProgrammerMachine.Order(work, turn, reach, told -> hear(answer, told));
    world.in(
        world.between(World.MS / 10, World.MS),
        () -> tell(switchGuid, given, workerFaults.drops(switchGuid)));
    return answer;
  }

  private void tell(long switchGuid, ProgrammerMachine.Order given, int drops) {
    if (drops == 0) {
      places.of().apply(switchGuid).take(switchGuid, given);
    } else {
      SimulatedProgrammers dropping =
          drops % 2 == 0
              ? places.own()
              : places.of().apply(switchGuid); // the shard's node, or this
      dropping.tellAgain(switchGuid, given, drops, places.of());
    }
  }

  private <T> void hear(CompletableFuture<T> answer, T told) {
    onNode.accept(() -> answer.complete(told));
  }

  @Override
  public CompletionStage<RelayedSets.Answer> relay(long port, byte[] packed, Duration patience) {
    CompletableFuture<RelayedSets.Answer> answer = patiently(patience);
    world.in(
        world.between(World.MS / 10, World.MS),
        () ->
            places
                .at()
                .apply(port)
                .ifPresent(node -> node.send(packed, sent -> hear(answer, sent))));
    return answer;
  }

  @Override
  public CompletionStage<LayerAssigner.Reply> prove(Claim claim, Duration patience) {
    CompletableFuture<LayerAssigner.Reply> answer = patiently(patience);
    world.in(effort(), () -> onNode.accept(() -> answer.complete(proof(claim))));
    return answer;
  }

  private LayerAssigner.Reply proof(Claim claim) {
    Optional<FabricGeneration> generation = generations.find(claim.generation());
    Optional<ComputedRouting> routing = generations.routing(claim.generation(), claim.engine());
    if (generation.isEmpty() || routing.isEmpty()) {
      return new LayerAssigner.UnknownRouting(claim.generation(), claim.digest());
    }
    Fabric fabric = generation.get().fabric();
    LayerProof proof =
        LayerProof.of(fabric, generation.get().lids(), routing.get().routing(), /* threads= */ 1);
    return new LayerAssigner.Proven(
        claim.generation(),
        claim.digest(),
        proof.layers(),
        proof.channels(),
        proof.dependencies(),
        proof.cycle().isEmpty() ? "" : "a cycle");
  }

  @Override
  public CompletionStage<SubnetReplica.CaughtUp> catchUp(Duration patience) {
    return world.later(
        journal.isAway() ? patience.toNanos() : journal.delay(),
        () -> new SubnetReplica.CaughtUp(journal.view(), !journal.isAway()));
  }

  @Override
  public CompletionStage<Optional<JournalWentBack>> missed() {
    return world.later(journal.delay(), Optional::empty);
  }

  @Override
  public Optional<JournalWentBack> missedBy(long sequenceNumber, long term) {
    return Optional.empty();
  }

  @Override
  public CompletionStage<JournalHead.Contents> contents() {
    return world.later(
        journal.delay(),
        () ->
            journal.isAway()
                ? null
                : new JournalHead.Contents(
                    journal.subnetNumber(),
                    journal.subnetNumber() == 0
                        ? List.of()
                        : List.of(SubnetState.journalId(SUBNET_PREFIX))));
  }
}
