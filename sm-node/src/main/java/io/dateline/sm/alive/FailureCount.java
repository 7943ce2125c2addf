package io.dateline.sm.alive;

import akka.actor.typed.Behavior;
import akka.actor.typed.BehaviorInterceptor;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.function.Consumer;

/**
 * Tells of every message that an actor fails at, and lets the failure go on to the actor's
 * supervisor: one that begins anew each time, and fails each time, is as good as dead.
 */
public final class FailureCount<T> extends BehaviorInterceptor<T, T> {
  private final Consumer<RuntimeException> onFailure;

  @SuppressWarnings("unchecked") // of whatever class, Akka's own messages to the actor included
  private FailureCount(Consumer<RuntimeException> onFailure) {
    super((Class<T>) Object.class);
    this.onFailure = onFailure;
  }

  /** The same behavior, which is to be supervised. */
  public static <T> Behavior<T> of(Behavior<T> behavior, Consumer<RuntimeException> onFailure) {
    return Behaviors.intercept(() -> new FailureCount<>(onFailure), behavior);
  }

  @Override
  public Behavior<T> aroundReceive(
      TypedActorContext<T> context, T message, ReceiveTarget<T> target) {
    try {
      return target.apply(context, message);
    } catch (RuntimeException e) {
      onFailure.accept(e);
      throw e;
    }
  }
}
