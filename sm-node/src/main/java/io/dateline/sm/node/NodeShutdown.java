package io.dateline.sm.node;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Leave;
import io.dateline.mad.transport.MadExchange;
import io.dateline.sm.manager.SmStanding;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.StreamSupport;

/**
 * A node that is told to stop leaves the cluster first, so that a master's successor begins while
 * the rest here is still being shut down. Before that it says so on the fabric, so that nobody
 * takes it for a stranger that stands by. It gives the port back last: when its master has retired,
 * only once the port names the next one.
 */
final class NodeShutdown {
  /** How long a successor may take until the ports know it; longer than it ever should. */
  private static final Duration SUCCESSION = Duration.ofSeconds(3);

  private NodeShutdown() {}

  static void register(ActorSystem<?> system, MadExchange exchange, SmStanding standing) {
    AtomicBoolean hasHeir = new AtomicBoolean();
    CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
    shutdown.addTask(
        CoordinatedShutdown.PhaseBeforeServiceUnbind(),
        "leave-cluster",
        () -> {
          if (standing.withdraw()) {
            exchange.setSubnetManager(false);
          }
          Cluster cluster = Cluster.get(system);
          hasHeir.set(hasHeir(cluster));
          cluster.manager().tell(Leave.create(cluster.selfMember().address()));
          return CompletableFuture.completedFuture(Done.getInstance());
        });
    shutdown.addTask(
        CoordinatedShutdown.PhaseBeforeActorSystemTerminate(),
        "close-fabric-port",
        () ->
            (hasHeir.get() && standing.isRetiring()
                    ? SuccessorWatch.successorNamed(exchange, SUCCESSION)
                    : CompletableFuture.completedStage(false))
                .thenApply(
                    named -> {
                      exchange.close();
                      return Done.getInstance();
                    }));
  }

  private static boolean hasHeir(Cluster cluster) {
    UniqueAddress self = cluster.selfMember().uniqueAddress();
    return StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
        .anyMatch(
            member -> member.status() == MemberStatus.up() && !member.uniqueAddress().equals(self));
  }
}
