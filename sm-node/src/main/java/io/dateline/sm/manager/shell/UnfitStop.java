package io.dateline.sm.manager.shell;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.Behavior;
import akka.actor.typed.BehaviorInterceptor;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.dateline.persistence.journal.UnfitJournal;
import io.dateline.sm.manager.SmCommand;

/**
 * Stops a manager that cannot recover for a {@link UnfitJournal}. It takes no messages while it
 * tries again, so it would not hear that it is to stop, and its successor would wait for it.
 */
final class UnfitStop extends BehaviorInterceptor<SmCommand, SmCommand> {
  UnfitStop() {
    super(SmCommand.class);
  }

  @Override
  public Behavior<SmCommand> aroundReceive(
      TypedActorContext<SmCommand> context, SmCommand message, ReceiveTarget<SmCommand> target) {
    boolean isUnfit =
        message instanceof SmCommand.Stop
            && UnfitJournal.met(CoordinatedShutdown.get(context.asJava().getSystem())).isPresent();
    return isUnfit ? Behaviors.stopped() : target.apply(context, message);
  }
}
