package io.dateline.sm.manager;

import io.dateline.sm.manager.SmEffect.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Effects of the step that is being made. */
final class Outbox {
  private List<SmEffect> effects = new ArrayList<>();
  private SmCommand.Run run = new SmCommand.Run();

  /** What was asked for until now is of no use any more when it comes. */
  void beginRun() {
    run = new SmCommand.Run();
  }

  /** What a command of this run asks for; nothing where it is of a run that has ended. */
  Optional<SmCommand> open(SmCommand command) {
    if (!(command instanceof SmCommand.Followup followup)) {
      return Optional.of(command);
    }
    return followup.run() == run ? Optional.of(followup.command()) : Optional.empty();
  }

  private SmCommand ofThisRun(SmCommand command) {
    return new SmCommand.Followup(run, command);
  }

  void info(String text, Object... arguments) {
    effects.add(new SmEffect.Say(Level.INFO, text, arguments));
  }

  void warn(String text, Object... arguments) {
    effects.add(new SmEffect.Say(Level.WARN, text, arguments));
  }

  /** A failure may be the last argument; it is shown with its trace. */
  void error(String text, Object... arguments) {
    effects.add(new SmEffect.Say(Level.ERROR, text, arguments));
  }

  void tell(SmCommand command) {
    effects.add(new SmEffect.Tell(ofThisRun(command)));
  }

  <T> void await(
      String what, Supplier<CompletionStage<T>> begin, BiFunction<T, Throwable, SmCommand> told) {
    SmCommand.Run asked = run;
    effects.add(
        new SmEffect.Await<>(
            what,
            begin,
            (value, failure) -> new SmCommand.Followup(asked, told.apply(value, failure))));
  }

  void startTimer(String name, Duration delay, SmCommand command) {
    effects.add(new SmEffect.StartTimer(name, delay, ofThisRun(command), false));
  }

  void repeat(String name, Duration interval, SmCommand command) {
    effects.add(new SmEffect.StartTimer(name, interval, ofThisRun(command), true));
  }

  void cancel(String timer) {
    effects.add(new SmEffect.CancelTimer(timer));
  }

  void termBegan(long term) {
    effects.add(new SmEffect.TermBegan(term));
  }

  void leave(SmEffect.Cause cause, String sentence) {
    effects.add(new SmEffect.Leave(cause, sentence));
  }

  void end() {
    effects.add(new SmEffect.End());
  }

  /** What has been added since the last call. */
  List<SmEffect> take() {
    List<SmEffect> taken = effects;
    effects = new ArrayList<>();
    return taken;
  }
}
