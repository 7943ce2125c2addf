package io.dateline.routing.actors.entity;

import akka.actor.ActorRef;
import akka.cluster.sharding.ShardCoordinator;
import akka.dispatch.Futures;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import scala.collection.immutable.IndexedSeq;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Keeps all shards of a type on the oldest node, where the coordinator and the subnet manager are:
 * tables are then never serialized between nodes, and every Set of a term leaves by one port.
 * Shards follow when the oldest node changes.
 */
public final class BesideTheMaster extends ShardCoordinator.AbstractShardAllocationStrategy {
  @Override
  public Future<ActorRef> allocateShard(
      ActorRef requester, String shardId, Map<ActorRef, IndexedSeq<String>> allocations) {
    return Futures.successful(local(allocations).orElse(requester));
  }

  /** All at once: a shard that moves holds back its messages, and the master's come from here. */
  @Override
  public Future<Set<String>> rebalance(
      Map<ActorRef, IndexedSeq<String>> allocations, Set<String> inProgress) {
    Set<String> moving = new HashSet<>();
    if (local(allocations).isPresent()) {
      allocations.forEach(
          (region, shards) -> {
            if (!isLocal(region)) {
              moving.addAll(CollectionConverters.asJava(shards));
            }
          });
      moving.removeAll(inProgress);
    }
    return Futures.successful(moving);
  }

  private static Optional<ActorRef> local(Map<ActorRef, IndexedSeq<String>> allocations) {
    return allocations.keySet().stream().filter(BesideTheMaster::isLocal).findAny();
  }

  private static boolean isLocal(ActorRef region) {
    return region.path().address().hasLocalScope();
  }
}
