package io.dateline.routing.actors;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.Dropped;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Adapter;
import akka.cluster.sharding.ShardRegion;
import akka.cluster.sharding.typed.GetShardRegionState;
import akka.cluster.sharding.typed.ShardingEnvelope;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.actors.engine.EngineEntityId;
import io.dateline.routing.actors.engine.EngineOptionsSource;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.actors.generation.Topologies;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.FakeSwitch;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.Turns;
import io.dateline.routing.actors.step.StepHosts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A cluster of one node, in which every message is serialized. */
final class ShardingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final ActorTestKit KIT =
      JournalTestKit.create(
          """
                  akka.actor.provider = cluster
                  akka.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                  """);

  private static final FakeSwitch SWITCH = new FakeSwitch();

  static {
    Cluster cluster = Cluster.get(KIT.system());
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    LftProgrammer.init(KIT.system(), SWITCH.setup());
  }

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  @Test
  void shouldComputeAndProgramThroughSharding() {
    Fabric fabric = Topologies.chain(10, 20);
    FabricGeneration generation = FabricGeneration.of(1, fabric, Topologies.lids(fabric, 1, 2));
    Generations generations = new Generations();
    generations.add(generation);
    RoutingEngineBehavior.init(
        KIT.system(),
        RoutingEngineBehavior.Setup.of(
            KIT.system().settings().config(),
            generations,
            name -> Optional.of(new ToPortOne(name)),
            EngineOptionsSource.of(RoutingOptions.DEFAULTS),
            StepHosts.NONE));
    TestProbe<RoutingEngineBehavior.Reply> computed = KIT.createTestProbe();
    EngineEntityId engine = new EngineEntityId("minhop", generation.topologyId());
    ClusterSharding.get(KIT.system())
        .entityRefFor(RoutingEngineBehavior.TYPE_KEY, engine.toString())
        .tell(new RoutingEngineBehavior.Compute(1, computed.ref(), "", null));
    assertThat(computed.receiveMessage(PATIENCE))
        .isInstanceOf(RoutingEngineBehavior.Computed.class);

    LayerAssigner.init(
        KIT.system(),
        LayerAssigner.Setup.of(
            KIT.system().settings().config(), generations, InstantSource.system()));
    TestProbe<LayerAssigner.Reply> proven = KIT.createTestProbe();
    String digest = generations.routing(1, "minhop").orElseThrow().digest();
    ClusterSharding.get(KIT.system())
        .entityRefFor(LayerAssigner.TYPE_KEY, LayerAssigner.entityId(generation.topologyId()))
        .tell(new LayerAssigner.Prove(1, "minhop", digest, "a test", proven.ref()));
    assertThat(proven.receiveMessage(PATIENCE))
        .isEqualTo(new LayerAssigner.Proven(1, digest, 1, 0, 0, ""));
    assertThat(shardOf(LayerAssigner.TYPE_KEY)).isEqualTo(shardOf(RoutingEngineBehavior.TYPE_KEY));

    byte[] row = generations.routing(1, "minhop").orElseThrow().routing().tables().row(0);
    TestProbe<ProgrammerReply> programmed = KIT.createTestProbe();
    ClusterSharding.get(KIT.system())
        .entityRefFor(LftProgrammer.TYPE_KEY, LftProgrammer.entityId(10))
        .tell(
            new LftProgrammer.Program(
                1, 2, row, false, programmed.ref(), SWITCH.reach(), Turns.UNKNOWN));

    assertThat(programmed.receiveMessage(PATIENCE))
        .isEqualTo(new ProgrammerReply.Programmed(1, 1, 0, 2));
    assertThat(Arrays.copyOf(SWITCH.table(), row.length)).isEqualTo(row);
  }

  @Test
  void shouldBeToldAgainWhatAHandOffDrops() {
    TestProbe<LftProgrammer.Recalled> recalled = KIT.createTestProbe();
    ActorRef<Object> lost = KIT.system().deadLetters();
    LftProgrammer.Command recall = new LftProgrammer.Recall(recalled.ref());
    Object envelope = new ShardingEnvelope<>(LftProgrammer.entityId(11), recall);
    // Nothing is told again before the node listens.
    LftProgrammer.Recalled answer =
        recalled.awaitAssert(
            PATIENCE,
            () -> {
              lost.tell(new Dropped(envelope, "a hand-off", Adapter.toClassic(lost), null));
              return recalled.receiveMessage(Duration.ofSeconds(2));
            });

    assertThat(answer.switchGuid()).isEqualTo(11);
  }

  /** The only shard of a type that has an entity. */
  private static String shardOf(EntityTypeKey<?> type) {
    TestProbe<ShardRegion.CurrentShardRegionState> states = KIT.createTestProbe();
    ClusterSharding.get(KIT.system())
        .shardState()
        .tell(new GetShardRegionState(type, states.ref()));
    return states.receiveMessage(PATIENCE).getShards().stream()
        .filter(shard -> !shard.getEntityIds().isEmpty())
        .map(ShardRegion.ShardState::shardId)
        .reduce((one, other) -> one + " and " + other)
        .orElseThrow();
  }

  private record ToPortOne(String name) implements RoutingEngine {
    @Override
    public RoutingOutcome route(RoutingRequest request) {
      ForwardingTables tables =
          new ForwardingTables(request.fabric().switchCount(), request.lids().maxLid());
      tables.set(0, 2, 1);
      return RoutingOutcome.Routed.singleLane(name, tables, false);
    }
  }
}
