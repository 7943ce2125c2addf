package io.dateline.sm.node;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import io.dateline.mad.transport.MadExchange;
import java.util.concurrent.CompletableFuture;

/** Gives the port back once the singleton has moved and the cluster has been left. */
final class NodeShutdown {
  private NodeShutdown() {}

  static void register(ActorSystem<?> system, MadExchange exchange) {
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeActorSystemTerminate(),
            "close-fabric-port",
            () -> {
              exchange.close();
              return CompletableFuture.completedFuture(Done.getInstance());
            });
  }
}
