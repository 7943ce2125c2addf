package io.dateline.sm.manager;

import akka.actor.typed.javadsl.ActorContext;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.discover.Discovered;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Writes down what nodes said last: a successor needs it. Only what the journal does not know goes
 * there. No sweep waits for it: without it a successor sweeps.
 */
final class NodeNotes {
  /** What the journal does not know of the sweep of this generation, if there is anything. */
  record Compared(long generation, Optional<SubnetEvent.NodesSeen> changes)
      implements SubnetManager.Command {}

  private final ActorContext<SubnetManager.Command> context;
  private final Situation situation;
  private final Executor computing;
  private final Consumer<SubnetState> onRecorded;
  private long last; // generation that was compared, or is being

  /**
   * Nothing yet.
   *
   * @param computing where comparisons have a thread
   * @param onRecorded told when the journal has it
   */
  NodeNotes(
      ActorContext<SubnetManager.Command> context,
      Situation situation,
      Executor computing,
      Consumer<SubnetState> onRecorded) {
    this.context = context;
    this.situation = situation;
    this.computing = computing;
    this.onRecorded = onRecorded;
  }

  /** Compares the nodes of the active sweep with the journal's. */
  void compare(SubnetState state, String reason) {
    Discovered found = situation.active.found;
    long generation = situation.active.generation;
    last = generation;
    situation.isRecording = true;
    context.pipeToSelf(
        CompletableFuture.supplyAsync(
            () -> state.nodes().changesTo(found, generation, reason, System.currentTimeMillis()),
            computing),
        (changes, failure) ->
            new Compared(generation, failure == null ? changes : Optional.empty()));
  }

  Decision take(Compared compared) {
    if (compared.generation() != last || !situation.isRecording) {
      return Decision.NONE;
    }
    List<SubnetEvent> facts =
        situation.active != null && situation.active.generation == last
            ? compared.changes().stream().<SubnetEvent>map(changes -> changes).toList()
            : List.of();
    return new Decision(facts, this::recorded);
  }

  private void recorded(SubnetState state) {
    situation.isRecording = false;
    onRecorded.accept(state);
  }
}
