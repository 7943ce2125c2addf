package io.dateline.sm.node;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Leave;
import io.dateline.mad.transport.MadExchange;
import io.dateline.sm.manager.SmStanding;
import java.util.concurrent.CompletableFuture;

/**
 * A node that is told to stop leaves the cluster first, so that a master's successor begins while
 * the rest here is still being shut down. Before that it says so on the fabric, so that nobody
 * takes it for a stranger that stands by. It gives the port back last.
 */
final class NodeShutdown {
  private NodeShutdown() {}

  static void register(ActorSystem<?> system, MadExchange exchange, SmStanding standing) {
    CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
    shutdown.addTask(
        CoordinatedShutdown.PhaseBeforeServiceUnbind(),
        "leave-cluster",
        () -> {
          if (standing.withdraw()) {
            exchange.setSubnetManager(false);
          }
          Cluster cluster = Cluster.get(system);
          cluster.manager().tell(Leave.create(cluster.selfMember().address()));
          return CompletableFuture.completedFuture(Done.getInstance());
        });
    shutdown.addTask(
        CoordinatedShutdown.PhaseBeforeActorSystemTerminate(),
        "close-fabric-port",
        () -> {
          exchange.close();
          return CompletableFuture.completedFuture(Done.getInstance());
        });
  }
}
