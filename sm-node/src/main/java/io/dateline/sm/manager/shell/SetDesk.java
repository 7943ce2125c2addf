package io.dateline.sm.manager.shell;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.dateline.mad.transport.MadExchange;
import io.dateline.sm.link.PackedSets;
import io.dateline.sm.link.RelayedSets;
import io.dateline.sm.manager.SmMessage;
import java.util.BitSet;

/** Sends Sets through this node's port for the subnet manager on another node. */
public final class SetDesk {
  private static final String NAME = "set-desk";

  /** A part of a batch, packed. */
  record Send(byte[] packed, ActorRef<Sent> replyTo) implements SmMessage {}

  /**
   * What became of it.
   *
   * @param failed places of those that failed, as the words of a bit set
   * @param failures sentences about the first of them, a line each
   */
  record Sent(long[] failed, String failures) implements SmMessage {
    private static Sent of(RelayedSets.Answer answer) {
      return new Sent(answer.failed().toLongArray(), String.join("\n", answer.failures()));
    }

    RelayedSets.Answer answer() {
      return new RelayedSets.Answer(BitSet.valueOf(failed), failures.lines().toList());
    }
  }

  private SetDesk() {}

  /**
   * Opens it.
   *
   * @param context of the actor system's guardian
   */
  public static void open(ActorContext<?> context, MadExchange exchange) {
    context.spawn(
        Behaviors.supervise(behavior(exchange)).onFailure(SupervisorStrategy.restart()), NAME);
  }

  private static Behavior<Send> behavior(MadExchange exchange) {
    return Behaviors.receiveMessage(
        order -> {
          PackedSets.send(order.packed(), exchange)
              .thenAccept(answer -> order.replyTo().tell(Sent.of(answer)));
          return Behaviors.same();
        });
  }

  /** That of another node. */
  static ActorRef<Send> at(ActorSystem<?> system, Address node) {
    return ActorRefResolver.get(system).resolveActorRef(node + "/user/" + NAME);
  }
}
