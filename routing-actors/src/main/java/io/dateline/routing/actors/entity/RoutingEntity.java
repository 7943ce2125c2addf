package io.dateline.routing.actors.entity;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.cluster.sharding.ShardCoordinator;
import akka.cluster.sharding.typed.ClusterShardingSettings;
import akka.cluster.sharding.typed.ShardingEnvelope;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import akka.cluster.sharding.typed.javadsl.EntityContext;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import akka.japi.function.Function;

/**
 * What all kinds of routing's sharded entities are told of their life: they leave when they ask to
 * ({@link SelfPassivation}).
 */
public final class RoutingEntity {
  private RoutingEntity() {}

  /**
   * Makes this node a home of entities of a kind.
   *
   * @param commands of that kind
   * @param refusal of those that were dropped on the way and are void
   */
  public static <M> void init(
      ActorSystem<?> system,
      Class<M> commands,
      Refusal<M> refusal,
      Entity<M, ShardingEnvelope<M>> kind) {
    ClusterSharding sharding = ClusterSharding.get(system);
    sharding.init(kind);
    system.systemActorOf(
        Redelivery.create(
            kind.typeKey().name(),
            commands,
            refusal,
            (entityId, command) -> sharding.entityRefFor(kind.typeKey(), entityId).tell(command)),
        "redelivery-" + kind.typeKey().name(),
        Props.empty());
  }

  /**
   * A kind of entities, to be given to {@link #init}.
   *
   * @param stop is sent to an entity that is idle, that moves, or whose node leaves
   * @param places says where they live
   * @param behavior of one entity
   */
  public static <M> Entity<M, ShardingEnvelope<M>> of(
      ActorSystem<?> system,
      EntityTypeKey<M> type,
      M stop,
      ShardCoordinator.ShardAllocationStrategy places,
      Function<EntityContext<M>, Behavior<M>> behavior) {
    return Entity.of(type, behavior)
        .withStopMessage(stop)
        .withAllocationStrategy(places)
        .withSettings(
            ClusterShardingSettings.create(system)
                .withNoPassivationStrategy()
                .withRememberEntities(false));
  }
}
