package io.dateline.sm.alive;

import akka.actor.DeadLetterSuppression;
import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.BehaviorInterceptor;
import akka.actor.typed.PostStop;
import akka.actor.typed.Signal;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.function.BooleanSupplier;

/**
 * Feels whether an actor of this node takes messages. A beat goes the way of all messages, and is
 * answered before the actor's own behavior sees it: so an event-sourced one answers while it waits
 * for the journal, and one that is to begin anew after a failure does in the pause before. It does
 * not answer when a message before it never ends, or when it has stopped.
 */
public final class Pulse implements Probe {
  /** Never leaves this process. */
  private record Beat(Runnable answered)
      implements NoSerializationVerificationNeeded, DeadLetterSuppression {}

  private final Part part;
  private final SignBook book;
  private final BooleanSupplier mayStop;
  private volatile ActorRef<Object> actor; // the newest one, or null
  private volatile boolean isStopped;

  /**
   * A pulse of an actor that is still to be made.
   *
   * @param mayStop whether it has stopped for a reason, if it has
   */
  public Pulse(Part part, SignBook book, BooleanSupplier mayStop) {
    this.part = part;
    this.book = book;
    this.mayStop = mayStop;
  }

  @Override
  public Part part() {
    return part;
  }

  @Override
  public boolean isExpected() {
    return actor != null && !(isStopped && mayStop.getAsBoolean());
  }

  @Override
  public void ask(Runnable answered) {
    actor.tell(new Beat(answered));
  }

  /** The same behavior, with a pulse. */
  public <T> Behavior<T> of(Behavior<T> behavior) {
    return Behaviors.setup(
        context -> {
          isStopped = false;
          book.begun(part);
          actor = context.getSelf().unsafeUpcast();
          return Behaviors.intercept(() -> new Answering<>(this::stopped), behavior);
        });
  }

  private void stopped() {
    isStopped = true;
    book.stopped(part);
  }

  private static final class Answering<T> extends BehaviorInterceptor<T, T> {
    private final Runnable onStop;

    @SuppressWarnings("unchecked") // beats are of no actor's protocol, and reach no actor
    Answering(Runnable onStop) {
      super((Class<T>) Beat.class);
      this.onStop = onStop;
    }

    @Override
    public Behavior<T> aroundReceive(
        TypedActorContext<T> context, T message, ReceiveTarget<T> target) {
      ((Beat) (Object) message).answered().run();
      return Behaviors.same();
    }

    @Override
    public Behavior<T> aroundSignal(
        TypedActorContext<T> context, Signal signal, SignalTarget<T> target) {
      if (signal instanceof PostStop) {
        onStop.run();
      }
      return target.apply(context, signal);
    }
  }
}
