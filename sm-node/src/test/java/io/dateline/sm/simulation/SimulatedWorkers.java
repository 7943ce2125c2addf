package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.persistence.journal.JournalHead;
import io.dateline.persistence.journal.JournalWentBack;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.actors.generation.TableDigest;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ProgrammerMachine;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.SwitchAccess;
import io.dateline.routing.actors.programmer.Work;
import io.dateline.routing.proof.LayerProof;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.manager.Workers;
import io.dateline.sm.replica.SubnetReplica;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Engines, programmers and the layer assigner of one node. Programmers live beside the master, as
 * they do in a cluster: each node has its own, and they go with it. A question is lost now and
 * then.
 */
final class SimulatedWorkers implements Workers {
  private static final double LOST = 0.002;
  private static final long SUBNET_PREFIX = 0xfe80_0000_0000_0000L;

  private final World world;
  private final SimulatedJournal journal;
  private final Generations generations;
  private final RoutingOptions options;
  private final SwitchAccess access;
  private final Consumer<Runnable> onNode;
  private final Consumer<Work> onOrder;
  private final Lies lies;
  private final Map<Long, SimulatedProgrammer> programmers = new TreeMap<>();

  SimulatedWorkers(
      World world,
      SimulatedJournal journal,
      Generations generations,
      RoutingOptions options,
      SwitchAccess access,
      Consumer<Runnable> onNode,
      Consumer<Work> onOrder,
      Lies lies) {
    this.world = world;
    this.journal = journal;
    this.generations = generations;
    this.options = options;
    this.access = access;
    this.onNode = onNode;
    this.onOrder = onOrder;
    this.lies = lies;
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
    ForwardingTables previous = generations.previousTables(generation, engine.name());
    RoutingOutcome outcome =
        engine.route(
            new RoutingRequest(
                generation.fabric(), generation.lids(), options, previous, generation.memory()));
    return switch (outcome) {
      case RoutingOutcome.Refused refused -> {
        if (!refused.memory().equals(EngineMemory.NONE)) {
          generations.learnt(order.generation(), engine.name(), refused.memory());
        }
        yield new RoutingEngineBehavior.Refused(engine.name(), refused.reason());
      }
      case RoutingOutcome.Routed routed -> {
        if (lies.isTold(engine.name())) {
          routed.routing().tables().row(0)[generation.lids().maxLid()] = 0;
        }
        ComputedRouting kept =
            ComputedRouting.of(
                order.generation(), routed, TableDigest.of(routed.routing().tables()), 1);
        generations.add(kept);
        yield RoutingEngineBehavior.Computed.of(kept, engine.name());
      }
    };
  }

  private SimulatedProgrammer programmer(long switchGuid) {
    SimulatedProgrammer there = programmers.get(switchGuid);
    if (there == null || there.isBroken()) {
      there = new SimulatedProgrammer(world, journal, switchGuid, access, onNode);
      programmers.put(switchGuid, there);
    }
    return there;
  }

  @Override
  public CompletionStage<LftProgrammer.Recalled> recall(long switchGuid, Duration patience) {
    CompletableFuture<LftProgrammer.Recalled> answer = patiently(patience);
    world.in(effort(), () -> onNode.accept(() -> programmer(switchGuid).recall(answer::complete)));
    return answer;
  }

  @Override
  public CompletionStage<ProgrammerReply> program(long switchGuid, Work work, Duration patience) {
    onOrder.accept(work);
    CompletableFuture<ProgrammerReply> answer = patiently(patience);
    ProgrammerMachine.Order given = new ProgrammerMachine.Order(work, answer::complete);
    world.in(
        world.between(World.MS / 10, World.MS),
        () -> onNode.accept(() -> programmer(switchGuid).take(given)));
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
