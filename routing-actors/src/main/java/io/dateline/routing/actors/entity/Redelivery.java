package io.dateline.routing.actors.entity;

import static java.nio.charset.StandardCharsets.UTF_8;

import akka.actor.AllDeadLetters;
import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.Behavior;
import akka.actor.typed.eventstream.EventStream;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.sharding.typed.ShardingEnvelope;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells entities of one kind again what this node has dropped on the way to them. Akka drops what
 * comes to a shard between the two messages that begin its hand-off, so that nothing overtakes
 * anything, and what lies in the mailbox of an entity that stops. Whatever asked would wait for an
 * answer as long as its patience lasts. Our commands carry generations, so they may overtake.
 */
final class Redelivery<M> {
  /** What this actor is told. */
  sealed interface Input extends NoSerializationVerificationNeeded {}

  private record Dropped(AllDeadLetters dead) implements Input {}

  private record Again<M>(String entityId, M command) implements Input {}

  private record Forget<M>(M command) implements Input {}

  /** Until then a hand-off has gone so far that its shard's messages are kept. */
  private static final Duration DELAY = Duration.ofMillis(500);

  /** An entity that cannot recover drops its commands each time. */
  private static final int TIMES_MAX = 5;

  private final ActorContext<Input> context;
  private final TimerScheduler<Input> timers;
  private final EntityTypeKey<M> type;
  private final Class<M> commands;
  private final Map<M, Integer> times = new HashMap<>(); // that a command was told again

  private Redelivery(
      ActorContext<Input> context,
      TimerScheduler<Input> timers,
      EntityTypeKey<M> type,
      Class<M> commands) {
    this.context = context;
    this.timers = timers;
    this.type = type;
    this.commands = commands;
  }

  /**
   * Of one kind, on one node.
   *
   * @param commands of that kind; those that may cross nodes are told again
   */
  static <M> Behavior<Input> create(EntityTypeKey<M> type, Class<M> commands) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  context
                      .getSystem()
                      .eventStream()
                      .tell(
                          new EventStream.Subscribe<>(
                              AllDeadLetters.class,
                              context.messageAdapter(AllDeadLetters.class, Dropped::new)));
                  return new Redelivery<>(context, timers, type, commands).behavior();
                }));
  }

  private Behavior<Input> behavior() {
    return Behaviors.receiveMessage(
        input -> {
          switch (input) {
            case Dropped(AllDeadLetters dead) -> dropped(dead);
            case Again<?>(String entityId, Object command) ->
                ClusterSharding.get(context.getSystem())
                    .entityRefFor(type, entityId)
                    .tell(commands.cast(command));
            case Forget<?>(Object command) -> times.remove(command);
          }
          return Behaviors.same();
        });
  }

  /**
   * Sharding's own drops are dead letters in dead letters, and have no recipient. Entities are
   * actors named by their ids.
   */
  private void dropped(AllDeadLetters dead) {
    switch (dead.message()) {
      case AllDeadLetters inner -> dropped(inner);
      case ShardingEnvelope<?> envelope -> tellAgain(envelope.message(), envelope.entityId());
      case Object message when dead.recipient() != null ->
          tellAgain(message, URLDecoder.decode(dead.recipient().path().name(), UTF_8));
      default -> {}
    }
  }

  private void tellAgain(Object message, String entityId) {
    if (!commands.isInstance(message) || !(message instanceof RoutingMessage)) {
      return;
    }
    M command = commands.cast(message);
    int count = times.merge(command, 1, Integer::sum);
    Forget<M> forget = new Forget<>(command);
    timers.startSingleTimer(forget, forget, DELAY.multipliedBy(2 * TIMES_MAX));
    if (count <= TIMES_MAX) {
      context
          .getLog()
          .info("{} {} was dropped on the way, and is told again", type.name(), entityId);
      timers.startSingleTimer(command, new Again<>(entityId, command), DELAY);
    } else {
      context.getLog().warn("{} {} cannot be told anything", type.name(), entityId);
    }
  }
}
