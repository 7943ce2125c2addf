package io.dateline.sm.manager;

import akka.actor.typed.javadsl.ActorContext;
import io.dateline.mad.transport.MadExchange;
import io.dateline.sm.link.PortSets;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/** Brings what a step of the sweep under way waits for back to the manager, as a message. */
final class StepPipe {
  private final ActorContext<SubnetManager.Command> context;
  private final Situation situation;
  private final MadExchange exchange;

  StepPipe(ActorContext<SubnetManager.Command> context, Situation situation, MadExchange exchange) {
    this.context = context;
    this.situation = situation;
    this.exchange = exchange;
  }

  /** A failure comes back as {@link StepEnded.StepFailed}. */
  <T> void pipe(CompletionStage<T> stage, BiFunction<Long, T, StepEnded> onSuccess) {
    long generation = situation.sweep.generation;
    context.pipeToSelf(
        stage,
        (value, failure) ->
            failure == null
                ? onSuccess.apply(generation, value)
                : new StepEnded.StepFailed(generation, String.valueOf(failure.getMessage())));
  }

  void send(PortSets sets, BiFunction<Long, PortSets.Result, StepEnded> onDone) {
    pipe(sets.send(exchange), onDone);
  }
}
