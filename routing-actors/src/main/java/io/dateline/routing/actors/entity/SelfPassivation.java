package io.dateline.routing.actors.entity;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import java.time.Duration;
import java.util.function.BiFunction;

/**
 * Has an entity that has been without work for a time ask its shard for permission to stop.
 * Sharding's own idea of idle counts only what comes through the shard: it would stop an entity in
 * the middle of long work. A receive timeout would be set anew for each of millions of answers.
 *
 * <p>Owned by the entity. It is idle at first.
 */
public final class SelfPassivation<M> {
  private final ActorRef<M> entity;
  private final TimerScheduler<M> timers;
  private final ActorRef<ClusterSharding.ShardCommand> shard;
  private final M idle;
  private final Duration after;

  private SelfPassivation(
      ActorRef<M> entity,
      TimerScheduler<M> timers,
      ActorRef<ClusterSharding.ShardCommand> shard,
      M idle,
      Duration after) {
    this.entity = entity;
    this.timers = timers;
    this.shard = shard;
    this.idle = idle;
    this.after = after;
    becomeIdle();
  }

  /**
   * The behavior of an entity that begins to be idle.
   *
   * @param idle is told to the entity when it has been idle for so long
   * @param behavior of its context, and of what tells it when to ask
   */
  public static <M> Behavior<M> setup(
      ActorRef<ClusterSharding.ShardCommand> shard,
      M idle,
      Duration after,
      BiFunction<ActorContext<M>, SelfPassivation<M>, Behavior<M>> behavior) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    behavior.apply(
                        context,
                        new SelfPassivation<>(context.getSelf(), timers, shard, idle, after))));
  }

  /** The last work has ended. */
  public void becomeIdle() {
    timers.startSingleTimer(idle, after);
  }

  /** There is work. */
  public void becomeBusy() {
    timers.cancel(idle);
  }

  /** Asks the shard; it answers with the stop message, and keeps what comes for the successor. */
  public void ask() {
    shard.tell(new ClusterSharding.Passivate<>(entity));
  }
}
