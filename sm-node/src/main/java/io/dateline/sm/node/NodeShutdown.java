package io.dateline.sm.node;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Leave;
import io.dateline.mad.transport.MadExchange;
import io.dateline.sm.cluster.ClusterJoin;
import io.dateline.sm.manager.SmStanding;
import io.dateline.sm.manager.SmState;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.StreamSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node that is told to stop leaves the cluster first, and before that says so on the fabric, so
 * that no master takes it for a stranger that stands by. A master then waits until its port names
 * the next one: until then it is asked, and answers, and taking itself to pieces would cost the
 * time that its successor needs. Where all others leave, too, there is nothing to wait for. It
 * gives the port back last.
 */
final class NodeShutdown {
  /** How long a successor may take until the ports know it; longer than it ever should. */
  private static final Duration SUCCESSION = Duration.ofSeconds(3);

  private static final String KEYS_STAY = ", and ports keep their M_Keys until the lease runs out";

  private static final Logger LOG = LoggerFactory.getLogger(NodeShutdown.class);

  private NodeShutdown() {}

  static void register(
      ActorSystem<?> system, MadExchange exchange, SmStanding standing, ReadingKeys keys) {
    CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
    shutdown.addTask(
        CoordinatedShutdown.PhaseBeforeServiceUnbind(),
        "leave-cluster",
        () -> leave(system, shutdown, exchange, standing, keys));
    shutdown.addTask(
        CoordinatedShutdown.PhaseBeforeActorSystemTerminate(),
        "close-fabric-port",
        () -> {
          exchange.close();
          return CompletableFuture.completedFuture(Done.getInstance());
        });
  }

  private static CompletionStage<Done> leave(
      ActorSystem<?> system,
      CoordinatedShutdown shutdown,
      MadExchange exchange,
      SmStanding standing,
      ReadingKeys keys) {
    Cluster cluster = Cluster.get(system);
    if (standing.withdraw()) {
      exchange.setSubnetManager(false);
    }
    boolean isVotedOut = ClusterJoin.isVotedOut(shutdown);
    boolean isMaster = !isVotedOut && standing.state() == SmState.MASTER;
    boolean isSucceeded = isMaster && hasHeir(cluster);
    LOG.info(
        "This node ends{}",
        isVotedOut
            ? ": the others have given it up and go on without it"
            : isMaster ? consequence(isSucceeded) : "");
    cluster.manager().tell(Leave.create(cluster.selfMember().address()));
    CompletionStage<Boolean> succeeded =
        isSucceeded
            ? SuccessorWatch.successorNamed(
                exchange,
                keys.known(exchange.port().portGuid()),
                SUCCESSION,
                () -> hasHeir(cluster))
            : CompletableFuture.completedStage(false);
    return succeeded.thenApply(
        named -> {
          if (isSucceeded && !named && !hasHeir(cluster)) {
            LOG.info("No node is left that could go on{}", KEYS_STAY);
          }
          return Done.getInstance();
        });
  }

  private static String consequence(boolean isSucceeded) {
    return isSucceeded ? " and hands the subnet over" : "; there is no other" + KEYS_STAY;
  }

  static boolean hasHeir(Cluster cluster) {
    UniqueAddress self = cluster.selfMember().uniqueAddress();
    return StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
        .anyMatch(
            member -> member.status() == MemberStatus.up() && !member.uniqueAddress().equals(self));
  }
}
