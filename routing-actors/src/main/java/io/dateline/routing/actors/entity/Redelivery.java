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
import java.net.URLDecoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Tells entities of one kind again what this node has dropped on the way to them. Akka drops what
 * comes to a shard between the two messages that begin its hand-off, so that nothing overtakes
 * anything, and what lies in the mailbox of an entity that stops. Whatever asked would wait for an
 * answer as long as its patience lasts. Our commands may overtake: they carry generations, and
 * those that programmers are told have turns, too.
 */
final class Redelivery<M> {
  /** What this actor is told. */
  sealed interface Input extends NoSerializationVerificationNeeded {}

  record Dropped(AllDeadLetters dead) implements Input {}

  private record Again<M>(String entityId, M command) implements Input {}

  private record Forget<M>(M command) implements Input {}

  private enum Report implements Input {
    INSTANCE
  }

  /** Until then a hand-off has gone so far that its shard's messages are kept. */
  static final Duration DELAY = Duration.ofMillis(500);

  /** An entity that cannot recover drops its commands each time: what asked is to hear of it. */
  private static final int TIMES_MAX = 5;

  private final ActorContext<Input> context;
  private final TimerScheduler<Input> timers;
  private final String kind;
  private final Class<M> commands;
  private final Refusal<M> refusal;
  private final BiConsumer<String, M> entities;
  private final Map<M, Integer> times = new HashMap<>(); // that a command was told again

  // Since the last report.
  private int told;
  private int refused;
  private int givenUp;

  private Redelivery(
      ActorContext<Input> context,
      TimerScheduler<Input> timers,
      String kind,
      Class<M> commands,
      Refusal<M> refusal,
      BiConsumer<String, M> entities) {
    this.context = context;
    this.timers = timers;
    this.kind = kind;
    this.commands = commands;
    this.refusal = refusal;
    this.entities = entities;
  }

  /**
   * Of one kind, on one node.
   *
   * @param kind its name
   * @param commands of that kind; those that may cross nodes are told again
   * @param refusal of those that are void by then
   * @param entities tells the entity of an id a command
   */
  static <M> Behavior<Input> create(
      String kind, Class<M> commands, Refusal<M> refusal, BiConsumer<String, M> entities) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  context.setLoggerName(Redelivery.class);
                  context
                      .getSystem()
                      .eventStream()
                      .tell(
                          new EventStream.Subscribe<>(
                              AllDeadLetters.class,
                              context.messageAdapter(AllDeadLetters.class, Dropped::new)));
                  return new Redelivery<>(context, timers, kind, commands, refusal, entities)
                      .behavior();
                }));
  }

  private Behavior<Input> behavior() {
    return Behaviors.receiveMessage(
        input -> {
          switch (input) {
            case Dropped(AllDeadLetters dead) -> dropped(dead);
            case Again<?>(String entityId, Object command) ->
                again(entityId, commands.cast(command));
            case Forget<?>(Object command) -> times.remove(command);
            case Report report -> report();
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
      case ShardingEnvelope<?> envelope -> dropped(envelope.message(), envelope.entityId());
      case Object message when dead.recipient() != null ->
          dropped(message, URLDecoder.decode(dead.recipient().path().name(), UTF_8));
      default -> {}
    }
  }

  private void dropped(Object message, String entityId) {
    if (!commands.isInstance(message) || !(message instanceof RoutingMessage)) {
      return;
    }
    M command = commands.cast(message);
    int count = times.merge(command, 1, Integer::sum);
    Forget<M> forget = new Forget<>(command);
    timers.startSingleTimer(forget, forget, DELAY.multipliedBy(2 * TIMES_MAX));
    if (count <= TIMES_MAX) {
      timers.startSingleTimer(command, new Again<>(entityId, command), DELAY);
    } else {
      givenUp++;
      refusal.giveUp(command);
      reportSoon();
    }
  }

  private void again(String entityId, M command) {
    if (refusal.refuse(entityId, command)) {
      refused++;
    } else {
      told++;
      entities.accept(entityId, command);
    }
    reportSoon();
  }

  /** A shard that moves loses thousands of commands at once: they are one line. */
  private void reportSoon() {
    if (!timers.isTimerActive(Report.INSTANCE)) {
      timers.startSingleTimer(Report.INSTANCE, Report.INSTANCE, DELAY);
    }
  }

  private void report() {
    if (told + refused > 0) {
      context
          .getLog()
          .info(
              "{}: {} commands were dropped on the way and told again, {} were void",
              kind,
              told,
              refused);
    }
    if (givenUp > 0) {
      context.getLog().warn("{}: {} commands were dropped each time", kind, givenUp);
    }
    told = 0;
    refused = 0;
    givenUp = 0;
  }
}
