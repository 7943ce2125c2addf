package io.dateline.routing.actors.entity;

import akka.actor.ActorRef;
import akka.cluster.sharding.ShardCoordinator;
import akka.dispatch.Futures;
import it.unimi.dsi.fastutil.HashCommon;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import scala.collection.immutable.IndexedSeq;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Spreads shards evenly over the nodes that {@link HomePorts} names: each shard to the node whose
 * hash with it is the highest (rendezvous hashing) among those that have room. So few shards move
 * when a node comes or goes. Where no nodes are named all shards are kept {@link BesideTheMaster}.
 */
public final class SpreadOverNodes extends ShardCoordinator.AbstractShardAllocationStrategy {
  private final HomePorts homes;
  private final int shards;
  private final BesideTheMaster beside = new BesideTheMaster();

  /**
   * A strategy.
   *
   * @param shards of the type; all nodes of a cluster have the same number
   */
  public SpreadOverNodes(HomePorts homes, int shards) {
    this.homes = homes;
    this.shards = shards;
  }

  @Override
  public Future<ActorRef> allocateShard(
      ActorRef requester, String shardId, Map<ActorRef, IndexedSeq<String>> allocations) {
    Map<Long, ActorRef> regions = regions(allocations.keySet());
    int room = room(regions.size());
    Comparator<Map.Entry<Long, ActorRef>> byWeight =
        Comparator.comparingLong(home -> weight(shardId, home.getKey()));
    return regions.entrySet().stream()
        .filter(home -> allocations.get(home.getValue()).size() < room)
        .max(byWeight)
        .map(home -> Futures.successful(home.getValue()))
        .orElseGet(() -> beside.allocateShard(requester, shardId, allocations));
  }

  /** What lives on a node that is no home, and what is too much on one that is. */
  @Override
  public Future<Set<String>> rebalance(
      Map<ActorRef, IndexedSeq<String>> allocations, Set<String> inProgress) {
    Optional<Set<Long>> chosen = homes.chosen();
    if (chosen.isEmpty()) {
      return Futures.successful(Set.of());
    }
    Map<Long, ActorRef> regions = regions(allocations.keySet());
    if (regions.isEmpty()) {
      return beside.rebalance(allocations, inProgress);
    }
    int room = room(regions.size());
    Set<String> moving = new HashSet<>();
    allocations.values().forEach(all -> moving.addAll(CollectionConverters.asJava(all)));
    regions.forEach(
        (port, region) -> moving.removeAll(staying(port, allocations.get(region), room)));
    moving.removeAll(inProgress);
    return Futures.successful(moving);
  }

  /** As many as a home has room for, those that belong there most. */
  private static List<String> staying(long port, IndexedSeq<String> held, int room) {
    Comparator<String> byWeight = Comparator.comparingLong(shard -> weight(shard, port));
    return CollectionConverters.asJava(held).stream()
        .sorted(byWeight.reversed())
        .limit(room)
        .toList();
  }

  /** Most shards of a home. */
  private int room(int homeCount) {
    return homeCount == 0 ? 0 : (shards + homeCount - 1) / homeCount;
  }

  private static long weight(String shardId, long port) {
    return HashCommon.murmurHash3(HashCommon.murmurHash3(port) ^ shardId.hashCode());
  }

  /** Of the homes that are there, by port. */
  private Map<Long, ActorRef> regions(Set<ActorRef> all) {
    Set<Long> chosen = homes.chosen().orElse(Set.of());
    Map<Long, ActorRef> regions = new HashMap<>();
    for (ActorRef region : all) {
      homes
          .portOf(region.path().address())
          .ifPresent(
              port -> {
                if (chosen.contains(port)) {
                  regions.put(port, region);
                }
              });
    }
    return regions;
  }
}
