package io.dateline.sm.manager;

import io.dateline.sm.link.PortSets;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Brings what a step of the sweep under way waits for back to the manager, as an input. */
final class StepPipe {
  private final SmContext context;

  StepPipe(SmContext context) {
    this.context = context;
  }

  /**
   * A failure comes back as {@link StepEnded.StepFailed}.
   *
   * @param what is waited for, in words
   */
  <T> void pipe(
      String what, Supplier<CompletionStage<T>> begin, BiFunction<Long, T, StepEnded> onSuccess) {
    long generation = context.situation().sweep.generation;
    context
        .out()
        .await(
            what,
            begin,
            (value, failure) ->
                failure == null
                    ? onSuccess.apply(generation, value)
                    : new StepEnded.StepFailed(generation, String.valueOf(failure.getMessage())));
  }

  void send(SharedSets sets, BiFunction<Long, PortSets.Result, StepEnded> onDone) {
    send(sets.size(), () -> sets.send(context), onDone);
  }

  void send(PortSets sets, BiFunction<Long, PortSets.Result, StepEnded> onDone) {
    send(sets.size(), () -> sets.send(context.exchange()), onDone);
  }

  private void send(
      int size,
      Supplier<CompletionStage<PortSets.Result>> begin,
      BiFunction<Long, PortSets.Result, StepEnded> onDone) {
    String step = context.situation().sweep.phase().name().toLowerCase(Locale.ROOT);
    pipe("%d sets of %s".formatted(size, step), begin, onDone);
  }
}
