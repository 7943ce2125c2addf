package io.dateline.routing.actors.entity;

import akka.actor.typed.ActorSystem;
import akka.cluster.sharding.typed.ClusterShardingSettings;
import akka.cluster.sharding.typed.ShardingEnvelope;
import akka.cluster.sharding.typed.ShardingMessageExtractor;
import io.dateline.fabric.Guid;

/**
 * Puts entities of different types that are for the same topology into shards of the same id, by a
 * hash of the topology id that their entity ids end with. Where these types place their shards by
 * the same rule, the entities live on the same node, and may leave each other what is big in that
 * node's memory.
 */
public final class TopologyShards<M> extends ShardingMessageExtractor<ShardingEnvelope<M>, M> {
  private final int shards;

  /** All nodes of a cluster must have the same number of shards. */
  TopologyShards(int shards) {
    this.shards = shards;
  }

  /** With the number of shards that the system's settings say. */
  public static <M> TopologyShards<M> of(ActorSystem<?> system) {
    return new TopologyShards<>(ClusterShardingSettings.create(system).numberOfShards());
  }

  @Override
  public String entityId(ShardingEnvelope<M> envelope) {
    return envelope.entityId();
  }

  /**
   * The shard of an entity.
   *
   * @param entityId 16 hex digits, or anything that ends with {@code @} and these
   */
  @Override
  public String shardId(String entityId) {
    long topologyId = Guid.parseHex(entityId.substring(entityId.lastIndexOf('@') + 1));
    return Integer.toString(Math.floorMod(Long.hashCode(topologyId), shards));
  }

  @Override
  public M unwrapMessage(ShardingEnvelope<M> envelope) {
    return envelope.message();
  }
}
