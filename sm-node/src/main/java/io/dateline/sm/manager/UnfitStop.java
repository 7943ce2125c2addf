package io.dateline.sm.manager;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.Behavior;
import akka.actor.typed.BehaviorInterceptor;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.dateline.persistence.journal.UnfitJournal;

/**
 * Stops a manager that cannot recover for a {@link UnfitJournal}. It takes no messages while it
 * tries again, so it would not hear that it is to stop, and its successor would wait for it.
 */
final class UnfitStop extends BehaviorInterceptor<SubnetManager.Command, SubnetManager.Command> {
  UnfitStop() {
    super(SubnetManager.Command.class);
  }

  @Override
  public Behavior<SubnetManager.Command> aroundReceive(
      TypedActorContext<SubnetManager.Command> context,
      SubnetManager.Command message,
      ReceiveTarget<SubnetManager.Command> target) {
    boolean isUnfit =
        message instanceof SubnetManager.Stop
            && UnfitJournal.met(CoordinatedShutdown.get(context.asJava().getSystem())).isPresent();
    return isUnfit ? Behaviors.stopped() : target.apply(context, message);
  }
}
