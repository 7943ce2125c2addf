package io.dateline.routing.actors.entity;

import akka.actor.ActorRef;
import akka.actor.ExtendedActorSystem;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.javadsl.Adapter;
import com.typesafe.config.ConfigFactory;

/** Regions of shards as a coordinator knows them: one on its own node, others at TCP ports. */
final class Regions implements AutoCloseable {
  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  """
                  akka.actor.provider = cluster
                  akka.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                  """)
              .withFallback(ConfigFactory.load()));

  /** One on the coordinator's node. */
  ActorRef here() {
    return Adapter.toClassic(kit.createTestProbe().ref());
  }

  /** One of another node. */
  ActorRef at(int port) {
    return ((ExtendedActorSystem) Adapter.toClassic(kit.system()))
        .provider()
        .resolveActorRef("akka://other@127.0.0.1:%d/system/sharding/x".formatted(port));
  }

  @Override
  public void close() {
    kit.shutdownTestKit();
  }
}
