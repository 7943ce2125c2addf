package io.dateline.sm.manager;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.layer.LayerAssigner.NotProven;
import io.dateline.routing.actors.layer.LayerAssigner.Proven;
import java.time.Duration;
import java.util.function.BiFunction;

/** Asks the layer assigner of a topology what it knows or finds of a routing. */
final class LayerQuestion {
  /** What is remembered, or was found, of the routing that is active. */
  record Remembered(long generation, LayerAssigner.Reply reply) implements SubnetManager.Command {}

  // It answers every question; this is for those whose node, or journal, went away meanwhile.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ActorContext<SubnetManager.Command> context;
  private final SubnetManagerSetup setup;
  private final Situation situation;

  LayerQuestion(
      ActorContext<SubnetManager.Command> context, SubnetManagerSetup setup, Situation situation) {
    this.context = context;
    this.setup = setup;
    this.situation = situation;
  }

  /** Of the routing that the sweep has got from an engine, which claims something of it. */
  void ask(HeavySweep sweep) {
    put(sweep, StepEnded.LayersTold::new);
  }

  /** Of a routing that is in the switches already: nobody waits for it. */
  void recall(HeavySweep active) {
    put(active, Remembered::new);
  }

  private void put(
      HeavySweep sweep, BiFunction<Long, LayerAssigner.Reply, SubnetManager.Command> told) {
    long generation = sweep.generation;
    context.ask(
        LayerAssigner.Reply.class,
        assigner(sweep),
        PATIENCE,
        replyTo -> prove(sweep, replyTo),
        (reply, failure) ->
            told.apply(
                generation,
                failure == null
                    ? reply
                    : new NotProven(generation, "the layer assigner did not answer")));
  }

  void take(SubnetState state, Remembered remembered) {
    HeavySweep active = situation.active;
    if (remembered.reply() instanceof Proven proven
        && active != null
        && active.generation == remembered.generation()) {
      active.layers = proven;
      if (active.check != null && RoutingRuling.disagree(active.check, proven)) {
        context.getLog().error(RoutingRuling.disagreement(active.check, proven));
      }
      situation.publish(state);
    }
  }

  private EntityRef<LayerAssigner.Command> assigner(HeavySweep sweep) {
    return setup
        .sharding()
        .entityRefFor(LayerAssigner.TYPE_KEY, LayerAssigner.entityId(sweep.subnet.topologyId()));
  }

  private static LayerAssigner.Prove prove(
      HeavySweep sweep, ActorRef<LayerAssigner.Reply> replyTo) {
    return new LayerAssigner.Prove(
        sweep.generation, sweep.routing.engine(), sweep.digest, sweep.reason, replyTo);
  }
}
