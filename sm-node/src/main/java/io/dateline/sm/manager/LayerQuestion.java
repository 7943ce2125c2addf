package io.dateline.sm.manager;

import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.layer.LayerAssigner.NotProven;
import io.dateline.routing.actors.layer.LayerAssigner.Proven;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.function.BiFunction;

/** Asks the layer assigner of a topology what it knows or finds of a routing. */
final class LayerQuestion {
  /** What is remembered, or was found, of the routing that is active. */
  record Remembered(long generation, LayerAssigner.Reply reply) implements SmCommand {}

  // It answers every question; this is for those whose node, or journal, went away meanwhile.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SmContext context;

  LayerQuestion(SmContext context) {
    this.context = context;
  }

  /** Of the routing that the sweep has got from an engine, which claims something of it. */
  void ask(HeavySweep sweep) {
    put(sweep, StepEnded.LayersTold::new);
  }

  /** Of a routing that is in the switches already: nothing waits for it. */
  void recall(HeavySweep active) {
    put(active, Remembered::new);
  }

  private void put(HeavySweep sweep, BiFunction<Long, LayerAssigner.Reply, SmCommand> told) {
    long generation = sweep.generation;
    Workers.Claim claim =
        new Workers.Claim(
            sweep.subnet.topologyId(),
            generation,
            sweep.routing.engine(),
            sweep.digest,
            sweep.reason);
    context
        .out()
        .await(
            "layers of %s proven".formatted(claim.engine()),
            () -> context.setup().workers().prove(claim, PATIENCE),
            (reply, failure) ->
                told.apply(
                    generation,
                    failure == null
                        ? reply
                        : new NotProven(generation, "the layer assigner did not answer")));
  }

  void take(SubnetState state, Remembered remembered) {
    Situation situation = context.situation();
    HeavySweep active = situation.active;
    if (remembered.reply() instanceof Proven proven
        && active != null
        && active.generation == remembered.generation()) {
      active.layers = proven;
      if (active.check != null && RoutingRuling.disagree(active.check, proven)) {
        context.out().error(RoutingRuling.disagreement(active.check, proven));
      }
      situation.publish(state);
    }
  }
}
