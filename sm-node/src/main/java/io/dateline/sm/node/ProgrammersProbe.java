package io.dateline.sm.node;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.sharding.ShardRegion.CurrentShardRegionState;
import akka.cluster.sharding.typed.ClusterShardingQuery;
import akka.cluster.sharding.typed.GetShardRegionState;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.sm.alive.Part;
import io.dateline.sm.alive.Probe;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Asks this node's region of programmers which of them live here. */
final class ProgrammersProbe implements Probe {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final ActorSystem<?> system;
  private final BooleanSupplier isMember;

  ProgrammersProbe(ActorSystem<?> system, BooleanSupplier isMember) {
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
        .thenAccept(state -> answered.run());
  }
}
