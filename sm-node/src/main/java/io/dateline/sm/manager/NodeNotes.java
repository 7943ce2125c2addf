package io.dateline.sm.manager;

import akka.actor.typed.javadsl.ActorContext;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.discover.Discovered;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Writes down what nodes said last: a successor needs it. Only what the journal does not know goes
 * there. Nobody waits for it: without it a successor sweeps.
 */
final class NodeNotes {
  /** What the journal does not know of the sweep of this generation, if there is anything. */
  record Compared(long generation, Optional<SubnetEvent.NodesSeen> changes)
      implements SubnetManager.Command {}

  private final ActorContext<SubnetManager.Command> context;
  private final Situation situation;
  private final Executor computing;

  NodeNotes(ActorContext<SubnetManager.Command> context, Situation situation, Executor computing) {
    this.context = context;
    this.situation = situation;
    this.computing = computing;
  }

  /** Compares the nodes of the active sweep with the journal's. */
  void compare(SubnetState state, String reason) {
    Discovered found = situation.active.found;
    long generation = situation.active.generation;
    context.pipeToSelf(
        CompletableFuture.supplyAsync(
            () -> state.nodes().changesTo(found, generation, reason, System.currentTimeMillis()),
            computing),
        (changes, failure) ->
            new Compared(generation, failure == null ? changes : Optional.empty()));
  }

  Decision take(Compared compared) {
    boolean isNewest =
        situation.active != null && situation.active.generation == compared.generation();
    return isNewest && compared.changes().isPresent()
        ? Decision.of(compared.changes().get(), state -> {})
        : Decision.NONE;
  }
}
