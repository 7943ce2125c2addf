package io.dateline.sm.manager;

import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.state.SubnetState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Writes down what nodes said last: a successor needs it. Only what the journal does not know goes
 * there. No sweep waits for it: without it a successor sweeps.
 */
final class NodeNotes {
  /** What the journal does not know of the sweep of this generation, if there is anything. */
  record Compared(long generation, Optional<SubnetEvent.NodesSeen> changes) implements SmCommand {}

  private final SmContext context;
  private final Situation situation;
  private final SilentPorts silent;
  private final Consumer<SubnetState> onRecorded;
  private long last; // generation that was compared, or is being

  /**
   * Nothing yet.
   *
   * @param silent noted with the nodes
   * @param onRecorded told when the journal has it
   */
  NodeNotes(SmContext context, SilentPorts silent, Consumer<SubnetState> onRecorded) {
    this.context = context;
    this.silent = silent;
    situation = context.situation();
    this.onRecorded = onRecorded;
  }

  /** Compares the nodes of the active sweep with the journal's. */
  void compare(SubnetState state, String reason) {
    Discovered found = situation.active.found;
    long generation = situation.active.generation;
    last = generation;
    situation.isRecording = true;
    long nowMs = context.time().millis();
    context
        .out()
        .await(
            "nodes compared",
            () ->
                CompletableFuture.supplyAsync(
                    () -> state.nodes().changesTo(found, silent.all(), generation, reason, nowMs),
                    context.setup().computing()),
            (changes, failure) ->
                new Compared(generation, failure == null ? changes : Optional.empty()));
  }

  Decision take(Compared compared) {
    if (compared.generation() != last || !situation.isRecording) {
      return Decision.NONE;
    }
    List<SubnetEvent.NodesSeen> facts =
        situation.active != null && situation.active.generation == last
            ? compared.changes().stream().toList()
            : List.of();
    return new Decision(List.copyOf(facts), state -> recorded(state, facts));
  }

  private void recorded(SubnetState state, List<SubnetEvent.NodesSeen> facts) {
    facts.forEach(
        seen -> seen.changes().forEach(change -> context.out().info("Fabric: {}", change)));
    situation.isRecording = false;
    onRecorded.accept(state);
  }
}
