package io.dateline.sm.manager;

import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.Silence;
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

  /** What is written down where nodes are as the journal has them. */
  static SubnetEvent.NodesSeen silence(
      SubnetState state, Silence silent, String reason, long atMs) {
    return new SubnetEvent.NodesSeen(
        state.active() == null ? 0 : state.active().generation(),
        new long[0],
        PackedNodes.EMPTY,
        List.of(),
        reason,
        atMs,
        Optional.of(silent),
        /* keysKnown= */ false);
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

  /**
   * What is different goes to the journal; also that P_Keys are known, where it is in doubt.
   *
   * @param areKeysKnown whether all ports that answer hold those that they are to hold
   */
  Decision take(SubnetState state, Compared compared, boolean areKeysKnown) {
    if (compared.generation() != last || !situation.isRecording) {
      return Decision.NONE;
    }
    boolean isOfActive = situation.active != null && situation.active.generation == last;
    List<SubnetEvent.NodesSeen> facts =
        isOfActive
            ? compared.changes().or(() -> doubt(state, areKeysKnown)).stream()
                .map(seen -> asOfNow(seen, areKeysKnown))
                .toList()
            : List.of();
    return new Decision(List.copyOf(facts), after -> recorded(after, facts));
  }

  private Optional<SubnetEvent.NodesSeen> doubt(SubnetState state, boolean areKeysKnown) {
    return areKeysKnown && state.partitions().isInDoubt()
        ? Optional.of(
            silence(state, silent.all(), "P_Keys of ports are known", context.time().millis()))
        : Optional.empty();
  }

  /** A sweep may have looked meanwhile. */
  private SubnetEvent.NodesSeen asOfNow(SubnetEvent.NodesSeen seen, boolean areKeysKnown) {
    return new SubnetEvent.NodesSeen(
        seen.generation(),
        seen.goneGuids(),
        seen.nodes(),
        seen.changes(),
        seen.reason(),
        seen.atMs(),
        Optional.of(silent.all()),
        areKeysKnown);
  }

  private void recorded(SubnetState state, List<SubnetEvent.NodesSeen> facts) {
    facts.forEach(
        seen -> seen.changes().forEach(change -> context.out().info("Fabric: {}", change)));
    situation.isRecording = false;
    onRecorded.accept(state);
  }
}
