package io.dateline.sm.node;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.sharding.ShardRegion.CurrentShardRegionState;
import akka.cluster.sharding.ShardRegion.ShardState;
import akka.cluster.sharding.typed.ClusterShardingQuery;
import akka.cluster.sharding.typed.ClusterShardingSettings;
import akka.cluster.sharding.typed.GetShardRegionState;
import akka.cluster.sharding.typed.HashCodeMessageExtractor;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.sm.alive.Part;
import io.dateline.sm.alive.Probe;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Asks this node's region of programmers which of them live here. */
final class ProgrammersProbe implements Probe {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final ActorSystem<?> system;
  private final BooleanSupplier isMember;
  private final Supplier<ReplicatedTables> known;
  private final HashCodeMessageExtractor<LftProgrammer.Command> extractor; // sharding's own
  private volatile Optional<Set<String>> here = Optional.empty(); // shards, once they are known

  /**
   * A probe.
   *
   * @param known what this node has read of switches
   */
  ProgrammersProbe(
      ActorSystem<?> system, BooleanSupplier isMember, Supplier<ReplicatedTables> known) {
    this.known = known;
    extractor =
        new HashCodeMessageExtractor<>(ClusterShardingSettings.create(system).numberOfShards());
    this.system = system;
    this.isMember = isMember;
  }

  @Override
  public Part part() {
    return Part.PROGRAMMERS;
  }

  @Override
  public boolean isExpected() {
    return isMember.getAsBoolean();
  }

  @Override
  public void ask(Runnable answered) {
    AskPattern.<ClusterShardingQuery, CurrentShardRegionState>ask(
            ClusterSharding.get(system).shardState(),
            replyTo -> new GetShardRegionState(LftProgrammer.TYPE_KEY, replyTo),
            TIMEOUT,
            system.scheduler())
        .thenAccept(
            state -> {
              here = Optional.of(ids(state));
              answered.run();
            });
  }

  private static Set<String> ids(CurrentShardRegionState state) {
    return state.getShards().stream().map(ShardState::shardId).collect(Collectors.toSet());
  }

  /**
   * GUIDs of the switches whose programmers live here, be they awake or not, ascending; empty
   * before that is known.
   */
  Optional<List<Long>> switches() {
    return here.map(
        shards ->
            LongStream.of(known.get().switchGuids())
                .filter(guid -> shards.contains(extractor.shardId(LftProgrammer.entityId(guid))))
                .boxed()
                .toList());
  }
}
