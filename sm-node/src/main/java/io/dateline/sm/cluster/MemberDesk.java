package io.dateline.sm.cluster;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.function.Supplier;

/** Tells other nodes how this one is. One a node, at a place that all of them know. */
public final class MemberDesk {
  private static final String NAME = "member-desk";

  /** What it is asked. */
  record Ask(ActorRef<MemberFacts> replyTo) implements ClusterMessage {}

  private MemberDesk() {}

  /**
   * Opens it.
   *
   * @param context of the actor system's guardian
   * @param facts of this node, as of now; called on the actor's thread
   */
  public static void open(ActorContext<?> context, Supplier<MemberFacts> facts) {
    context.spawn(behavior(facts), NAME);
  }

  private static Behavior<Ask> behavior(Supplier<MemberFacts> facts) {
    return Behaviors.receiveMessage(
        asked -> {
          asked.replyTo().tell(facts.get());
          return Behaviors.same();
        });
  }

  /** That of a node, this one or another. A build that has none does not answer. */
  static ActorRef<Ask> at(ActorSystem<?> system, Address node) {
    return ActorRefResolver.get(system).resolveActorRef(node + "/user/" + NAME);
  }
}
