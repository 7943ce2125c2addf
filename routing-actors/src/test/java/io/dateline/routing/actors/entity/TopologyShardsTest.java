package io.dateline.routing.actors.entity;

import static org.assertj.core.api.Assertions.assertThat;

import akka.cluster.sharding.typed.ShardingEnvelope;
import io.dateline.routing.actors.engine.EngineEntityId;
import io.dateline.routing.actors.layer.LayerAssigner;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class TopologyShardsTest {
  private static final int SHARDS = 20;

  private final TopologyShards<String> shards = new TopologyShards<>(SHARDS);

  @Property(tries = 200)
  void shouldPutAnEngineAndTheAssignerOfItsTopologyIntoOneShard(@ForAll long topologyId) {
    String shard = shards.shardId(LayerAssigner.entityId(topologyId));

    assertThat(shards.shardId(new EngineEntityId("minhop", topologyId).toString()))
        .isEqualTo(shard);
    assertThat(shards.shardId(new EngineEntityId("dor@x", topologyId).toString())).isEqualTo(shard);
    assertThat(Integer.parseInt(shard)).isBetween(0, SHARDS - 1);
  }

  @Test
  void shouldUseAllShards() {
    Set<String> used = new HashSet<>();
    for (long topologyId = 0; topologyId < SHARDS; topologyId++) {
      used.add(shards.shardId(LayerAssigner.entityId(topologyId)));
    }
    assertThat(used).hasSize(SHARDS);
  }

  @Test
  void shouldOpenEnvelopes() {
    ShardingEnvelope<String> envelope = new ShardingEnvelope<>("minhop@00", "message");

    assertThat(shards.entityId(envelope)).isEqualTo("minhop@00");
    assertThat(shards.unwrapMessage(envelope)).isEqualTo("message");
  }
}
