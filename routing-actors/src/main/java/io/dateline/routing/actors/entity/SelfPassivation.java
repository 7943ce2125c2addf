package io.dateline.routing.actors.entity;

import akka.actor.typed.ActorSystem;
import akka.cluster.sharding.typed.ClusterShardingSettings;

/**
 * Sharding settings of entities that ask to be passivated themselves. Sharding's own idea of idle
 * counts only what comes through the shard: it would stop an entity in the middle of long work.
 */
public final class SelfPassivation {
  private SelfPassivation() {}

  public static ClusterShardingSettings settings(ActorSystem<?> system) {
    return ClusterShardingSettings.create(system)
        .withNoPassivationStrategy()
        .withRememberEntities(false);
  }
}
