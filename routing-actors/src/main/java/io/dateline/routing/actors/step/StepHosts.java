package io.dateline.routing.actors.step;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.actors.generation.FabricGeneration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongFunction;

/** Has nodes route steps, by the GUIDs of their ports. Any thread may ask. */
@FunctionalInterface
public interface StepHosts {
  /** A node that asks no other. */
  StepHosts NONE = (generation, request, ports) -> StepQuestions.none();

  /**
   * What an engine may ask for one request.
   *
   * @param ports of nodes that may be asked
   */
  StepQuestions questions(FabricGeneration generation, RoutingRequest request, long[] ports);

  /**
   * Those of a cluster.
   *
   * @param desk of this node
   * @param nodeOf where the member is that has a port
   * @param computing runs what takes its time
   */
  static StepHosts of(
      ActorSystem<?> system,
      ActorRef<StepDesk.Command> desk,
      LongFunction<Optional<Address>> nodeOf,
      Executor computing) {
    return (generation, request, ports) ->
        new StepQuestions(
            generation.number(),
            request,
            ports,
            desk,
            port -> nodeOf.apply(port).map(node -> StepDesk.at(system, node)),
            computing);
  }
}
