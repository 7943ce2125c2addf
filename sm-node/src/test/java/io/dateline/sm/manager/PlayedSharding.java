package io.dateline.sm.manager;

import akka.actor.typed.ActorRef;
import akka.cluster.sharding.ShardCoordinator;
import akka.cluster.sharding.typed.ClusterShardingQuery;
import akka.cluster.sharding.typed.ClusterShardingSettings;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import akka.cluster.sharding.typed.testkit.javadsl.TestEntityRef;
import java.util.function.Function;

/** Sharding of one kind of entities, which are a test's own actors. */
final class PlayedSharding<C> extends ClusterSharding {
  private final EntityTypeKey<C> type;
  private final Function<String, ActorRef<C>> entities; // by entity id

  PlayedSharding(EntityTypeKey<C> type, Function<String, ActorRef<C>> entities) {
    this.type = type;
    this.entities = entities;
  }

  @Override
  @SuppressWarnings("unchecked") // only entities of that kind are asked for
  public <M> EntityRef<M> entityRefFor(EntityTypeKey<M> asked, String entityId) {
    return (EntityRef<M>) TestEntityRef.of(type, entityId, entities.apply(entityId));
  }

  @Override
  public <M> EntityRef<M> entityRefFor(EntityTypeKey<M> type, String entityId, String dataCenter) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <M, E> ActorRef<E> init(Entity<M, E> entity) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ActorRef<ClusterShardingQuery> shardState() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ShardCoordinator.ShardAllocationStrategy defaultShardAllocationStrategy(
      ClusterShardingSettings settings) {
    throw new UnsupportedOperationException();
  }
}
