package io.dateline.sm.node;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import io.dateline.routing.actors.engine.EngineOptionsSource;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.actors.step.StepDesk;
import io.dateline.routing.actors.step.StepFacts;
import io.dateline.routing.actors.step.StepHosts;
import io.dateline.routing.actors.step.StepTask;
import io.dateline.routing.chain.ChainEngine;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.manager.CandidateTrial;
import io.dateline.sm.manager.shell.CandidateDesk;
import io.dateline.sm.replica.SubnetReplica;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongFunction;

/** Makes a node a home of engines, for its own manager and for others'. */
final class EngineHosts {
  private static final Duration READING_PATIENCE = Duration.ofSeconds(10);

  private EngineHosts() {}

  /**
   * Engines of a node.
   *
   * @param context of the actor system's guardian
   * @param replica what the node reads of the journal
   * @param nodeOf where the member is that has a port
   */
  static void open(
      ActorContext<?> context,
      ActorRef<SubnetReplica.Command> replica,
      Generations generations,
      EngineOptionsSource options,
      LongFunction<Optional<Address>> nodeOf) {
    ActorSystem<?> system = context.getSystem();
    Executor computing =
        system
            .dispatchers()
            .lookup(DispatcherSelector.fromConfig(RoutingEngineBehavior.DISPATCHER));
    ActorRef<StepDesk.Command> steps =
        StepDesk.open(
            context,
            facts(system, replica, computing),
            new StepTask.Means(generations, Engines::named, options::find, computing));
    RoutingEngineBehavior.init(
        system,
        RoutingEngineBehavior.Setup.of(
            system.settings().config(),
            generations,
            Engines::named,
            options,
            StepHosts.of(system, steps, nodeOf, computing)));
    CandidateDesk.open(
        context, replica, new CandidateTrial.Means(generations, Engines::named, options));
  }

  /** GUIDs of the ports of other nodes that have routed steps of a chain, by step. */
  static Map<Long, Long> makers(Generations generations, long generation) {
    return generations
        .routing(generation, ChainEngine.NAME)
        .map(ComputedRouting::makers)
        .orElse(Map.of());
  }

  /** A fabric is built aside: that takes 0.2 s where it is large. */
  private static StepFacts facts(
      ActorSystem<?> system, ActorRef<SubnetReplica.Command> replica, Executor computing) {
    return number ->
        AskPattern.ask(replica, SubnetReplica.CatchUp::new, READING_PATIENCE, system.scheduler())
            .thenApplyAsync(caught -> caught.view().subnet().generation(number), computing);
  }
}
