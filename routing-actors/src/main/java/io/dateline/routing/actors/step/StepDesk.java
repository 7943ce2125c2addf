package io.dateline.routing.actors.step;

import akka.actor.Address;
import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.dateline.routing.actors.entity.RoutingMessage;
import java.util.concurrent.CompletableFuture;

/**
 * Has steps of a chain routed by other nodes ({@link StepAsker}), and routes theirs ({@link
 * StepMaker}). One on each node.
 */
public final class StepDesk {
  private static final String NAME = "step-desk";

  /** So many steps are asked or routed at once; a master asks a node for a few. */
  private static final int CHILDREN_MAX = 64;

  private static final String FULL = "it has other steps to route";

  /** What a desk takes. */
  public sealed interface Command {}

  /** From this node: another one is to route a step. */
  record Ask(StepTask task, ActorRef<Route> desk, CompletableFuture<byte[]> answer)
      implements Command, NoSerializationVerificationNeeded {}

  /** From another node: a step is to be routed here. */
  public record Route(StepTask task, ActorRef<StepMaker.Reply> replyTo)
      implements Command, RoutingMessage {}

  private StepDesk() {}

  /**
   * Opens it.
   *
   * @param context of the actor system's guardian
   */
  public static ActorRef<Command> open(
      ActorContext<?> context, StepFacts facts, StepTask.Means means) {
    return context.spawn(
        Behaviors.supervise(create(facts, means, StepMaker.PIECE_BYTES))
            .onFailure(SupervisorStrategy.restart()),
        NAME);
  }

  static Behavior<Command> create(StepFacts facts, StepTask.Means means, int pieceBytes) {
    return Behaviors.setup(
        context ->
            Behaviors.receiveMessage(
                command -> {
                  boolean isFull = context.getChildren().size() >= CHILDREN_MAX;
                  switch (command) {
                    case Ask ask when isFull ->
                        ask.answer().completeExceptionally(new IllegalStateException(FULL));
                    case Ask ask ->
                        context.spawnAnonymous(
                            StepAsker.create(ask.task(), ask.desk(), ask.answer()));
                    case Route route when isFull ->
                        route.replyTo().tell(new StepMaker.NotMade(FULL));
                    case Route route ->
                        context.spawnAnonymous(
                            StepMaker.create(
                                route.task(), route.replyTo(), facts, means, pieceBytes));
                  }
                  return Behaviors.same();
                }));
  }

  /** That of another node. */
  static ActorRef<Route> at(ActorSystem<?> system, Address node) {
    return ActorRefResolver.get(system).resolveActorRef(node + "/user/" + NAME);
  }
}
