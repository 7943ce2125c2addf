package io.dateline.sm.manager.shell;

import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.TimerScheduler;
import io.dateline.persistence.journal.JournalWentBack;
import io.dateline.persistence.journal.UnfitJournal;
import io.dateline.sm.manager.SmCommand;
import io.dateline.sm.manager.SmEffect;
import io.dateline.sm.manager.StandIn;
import java.util.List;
import org.slf4j.Logger;

/** Carries out what the manager's machine wants done, within its actor. */
final class EffectRunner {
  private final ActorContext<SmCommand> context;
  private final TimerScheduler<SmCommand> timers;
  private final StandIn standIn;

  EffectRunner(ActorContext<SmCommand> context, TimerScheduler<SmCommand> timers, StandIn standIn) {
    this.context = context;
    this.timers = timers;
    this.standIn = standIn;
  }

  /**
   * Carries them out in their order.
   *
   * @return whether the machine has ended
   */
  boolean run(List<SmEffect> effects) {
    boolean hasEnded = false;
    for (SmEffect effect : effects) {
      switch (effect) {
        case SmEffect.Say said -> say(said);
        case SmEffect.Await<?> awaited -> await(awaited);
        case SmEffect.Tell told -> context.getSelf().tell(told.command());
        case SmEffect.StartTimer timer -> start(timer);
        case SmEffect.CancelTimer timer -> timers.cancel(timer.name());
        case SmEffect.TermBegan began -> standIn.end();
        case SmEffect.Leave leave -> leave(leave);
        case SmEffect.End end -> hasEnded = true;
      }
    }
    return hasEnded;
  }

  private void say(SmEffect.Say said) {
    Logger log = context.getLog();
    switch (said.level()) {
      case INFO -> log.info(said.text(), said.arguments());
      case WARN -> log.warn(said.text(), said.arguments());
      case ERROR -> log.error(said.text(), said.arguments());
    }
  }

  private <T> void await(SmEffect.Await<T> awaited) {
    context.pipeToSelf(awaited.begin().get(), awaited.told()::apply);
  }

  private void start(SmEffect.StartTimer timer) {
    if (timer.isRepeated()) {
      timers.startTimerWithFixedDelay(timer.name(), timer.command(), timer.delay());
    } else {
      timers.startSingleTimer(timer.name(), timer.command(), timer.delay());
    }
  }

  private void leave(SmEffect.Leave leave) {
    switch (leave.cause()) {
      case SUPERSEDED -> Dethronement.leave(context.getSystem(), leave.sentence());
      case OTHER_FABRIC -> Misplacement.inFabric(context.getSystem(), leave.sentence());
      case NO_PARTITIONS -> Misplacement.bySettings(context.getSystem(), leave.sentence());
      case OTHER_JOURNAL -> Misplacement.inJournal(context.getSystem(), leave.sentence());
      case WRONG_TABLES -> Misplacement.byOthers(context.getSystem(), leave.sentence());
      case JOURNAL_WENT_BACK ->
          UnfitJournal.leave(context.getSystem(), new JournalWentBack(leave.sentence()));
    }
  }
}
