package io.dateline.sm.multicast;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.MulticastRow;
import io.dateline.sm.multicast.MulticastState.Work;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pcollections.HashTreePMap;

/**
 * Brings multicast tables to what the groups need: as a step of every heavy sweep, and whenever
 * groups change. There is one run at a time; changes during a run have one run after it, however
 * many they are; changes during a sweep are part of it, or follow it. One run computes all groups
 * anew and tells the switches that change ({@link TableRun}). Switches that failed in the last
 * sweep are left to the next one: joins do not wait for them.
 */
public final class MulticastMachine {
  /** From this many sweeps in a row that a switch has failed in, groups do without it. */
  private static final int FAILED_SWEEPS_MAX = 2;

  /** What comes next, and what is to be done, in this order. */
  public record Step(MulticastState next, List<MulticastEffect> effects) {}

  private final Surroundings around;
  private final List<MulticastEffect> effects = new ArrayList<>();
  private MulticastState state;

  private MulticastMachine(MulticastState state, Surroundings around) {
    this.state = state;
    this.around = around;
  }

  /** What an input leads to. */
  public static Step step(MulticastState state, MulticastInput input, Surroundings around) {
    MulticastMachine machine = new MulticastMachine(state, around);
    machine.take(input);
    return new Step(machine.state, List.copyOf(machine.effects));
  }

  private void take(MulticastInput input) {
    switch (input) {
      case MulticastInput.TermBegan began -> {
        abandon();
        state = MulticastState.first(state.lastRun());
      }
      case MulticastInput.Abandoned abandoned -> abandon();
      case MulticastInput.SwitchForgotten(long guid) ->
          state = state.withHeld(state.held().forget(guid));
      case MulticastInput.SwitchRecalled(long guid, MulticastRow row) -> {
        if (!state.held().isKnown(guid)) {
          state = state.withHeld(state.held().acknowledged(guid, row));
        }
      }
      case MulticastInput.EntriesRead(Map<Long, MulticastRow> rows) ->
          state = state.withHeld(state.held().acknowledged(rows));
      case MulticastInput.GroupsChanged changed -> {
        state = state.withChanged(true);
        beginIfChanged();
      }
      case MulticastInput.SweepReached(MulticastSubnet subnet) -> reached(subnet);
      case MulticastInput.SweepOver over -> {
        state = state.withWaiting(Optional.empty());
        beginIfChanged();
      }
      case MulticastInput.OfRun part -> ofRun(part);
    }
  }

  private void abandon() {
    HeldEntries held =
        state.work() instanceof Work.Telling(TableRun run)
            ? run.abandon(state.held())
            : state.held();
    state = state.abandoned(held);
    effects.add(new MulticastEffect.ForgetTrees());
  }

  private void beginIfChanged() {
    if (state.isChanged() && !state.isResting() && state.isIdle() && around.isInCharge()) {
      around.settled().ifPresent(this::begin);
    }
  }

  private void reached(MulticastSubnet subnet) {
    state = state.reached();
    if (around.groups().isEmpty() && holdsNothing(subnet.fabric())) {
      state = state.withChanged(false);
      effects.add(new MulticastEffect.SweepGoesOn());
      return;
    }
    effects.add(new MulticastEffect.EnterStep());
    state = state.withWaiting(Optional.of(subnet));
    if (state.isIdle()) {
      begin(subnet);
    }
  }

  private boolean holdsNothing(Fabric fabric) {
    for (int node = 0; node < fabric.switchCount(); node++) {
      MulticastRow row = state.held().known(fabric.nodeGuid(node));
      if (row == null || !row.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private void begin(MulticastSubnet subnet) {
    state = state.computing(subnet);
    effects.add(
        new MulticastEffect.Compute(
            state.lastRun(), subnet, List.copyOf(around.groups()), capacities(subnet)));
  }

  /**
   * Room for groups, by switch. One that keeps failing has none: its neighbours do not send to it
   * then, so that what it may still hold does no harm and holds up no group.
   */
  private int[] capacities(MulticastSubnet subnet) {
    int[] capacities = subnet.room().clone();
    for (int node = 0; node < capacities.length; node++) {
      if (state.sick().getOrDefault(subnet.fabric().nodeGuid(node), 0) >= FAILED_SWEEPS_MAX) {
        capacities[node] = 0;
      }
    }
    return capacities;
  }

  private void ofRun(MulticastInput.OfRun part) {
    if (part.run() != state.lastRun() || state.isIdle()) {
      return;
    }
    if (!around.isInCharge()) {
      abandon();
      return;
    }
    switch (part) {
      case MulticastInput.Computed computed -> computed(computed);
      case MulticastInput.NotComputed failed -> notComputed(failed);
      case MulticastInput.Told told -> told(told);
    }
  }

  private boolean isWaiting(MulticastSubnet subnet) {
    return state.waiting().filter(one -> one.generation() == subnet.generation()).isPresent();
  }

  private void computed(MulticastInput.Computed computed) {
    if (!(state.work() instanceof Work.Computing(MulticastSubnet subnet))) {
      return;
    }
    boolean isInSweep = isWaiting(subnet);
    for (String problem : computed.tables().problems()) {
      effects.add(new MulticastEffect.Warn(problem, subnet.generation(), isInSweep));
    }
    tell(
        TableRun.begin(
            state.lastRun(),
            subnet,
            isInSweep,
            computed.tables().tables(),
            state.held(),
            isInSweep ? Set.of() : state.sick().keySet()));
  }

  private void notComputed(MulticastInput.NotComputed failed) {
    if (state.work() instanceof Work.Computing(MulticastSubnet subnet)) {
      effects.add(
          new MulticastEffect.Warn(
              "multicast tables cannot be computed: " + failed.reason(),
              subnet.generation(),
              true));
      state = state.withWork(new Work.None());
      goOn(subnet);
    }
  }

  private void told(MulticastInput.Told told) {
    if (!(state.work() instanceof Work.Telling(TableRun run))) {
      return;
    }
    TableRun.Turn turn =
        told.failure().isEmpty()
            ? run.succeeded(told.telling(), state.held())
            : run.failed(told.telling(), state.held());
    told.failure()
        .ifPresent(
            reason ->
                warn(
                    run,
                    "switch %s does not have its multicast entries: %s"
                        .formatted(
                            Guid.format(run.subnet().fabric().nodeGuid(told.telling().node())),
                            reason)));
    state = state.withHeld(turn.held());
    tell(turn.run());
  }

  /** Hands out as much as may be outstanding. */
  private void tell(TableRun of) {
    TableRun run = of;
    Optional<TableRun.Telling> next = run.next(around.parallelism());
    while (next.isPresent()) {
      effects.add(program(run, next.get()));
      run = run.handOut();
      next = run.next(around.parallelism());
    }
    if (run.isDone()) {
      state = state.withWork(new Work.None());
      ended(run);
    } else {
      state = state.withWork(new Work.Telling(run));
    }
  }

  private static MulticastEffect program(TableRun run, TableRun.Telling telling) {
    MulticastSubnet subnet = run.subnet();
    boolean isTakingKnown = telling.onlyTake() && !telling.isClearing();
    return new MulticastEffect.Program(
        run.number(),
        subnet,
        telling,
        run.isInSweep(),
        subnet.top(telling.node(), telling.row()),
        isTakingKnown ? 0 : subnet.positions(telling.node()),
        telling.isClearing() ? run.blocksToClear(telling) : telling.row().numbers());
  }

  private void warn(TableRun run, String sentence) {
    effects.add(new MulticastEffect.Warn(sentence, run.subnet().generation(), run.isInSweep()));
  }

  private void ended(TableRun run) {
    if (run.frozenCount() > 0) {
      warn(
          run,
          "%d groups get no new ports, as switches have not given up what they have of them"
              .formatted(run.frozenCount()));
    }
    if (run.isInSweep()) {
      effects.add(new MulticastEffect.SweepLacks(run.subnet().generation(), run.failed()));
      recordSick(run.failed());
    } else if (!run.failed().isEmpty() && !state.isMending() && state.waiting().isEmpty()) {
      state = state.withMending(true);
      effects.add(new MulticastEffect.AskForSweep("a switch did not take its multicast entries"));
    }
    effects.add(new MulticastEffect.Publish()); // the Sets count
    goOn(run.subnet());
  }

  /** A switch that groups did without, and that has taken that, is to have its entries again. */
  private void recordSick(List<Long> failed) {
    Map<Long, Integer> sick = new HashMap<>();
    failed.forEach(guid -> sick.put(guid, state.sick().getOrDefault(guid, 0) + 1));
    boolean isAnyBack =
        state.sick().entrySet().stream()
            .anyMatch(
                one -> one.getValue() >= FAILED_SWEEPS_MAX && !sick.containsKey(one.getKey()));
    state = state.withSick(HashTreePMap.from(sick)).withChanged(state.isChanged() || isAnyBack);
  }

  /** The sweep under way may have waited for a run that was not its own. */
  private void goOn(MulticastSubnet of) {
    if (state.waiting().isEmpty()) {
      beginIfChanged();
    } else if (isWaiting(of)) {
      state = state.withWaiting(Optional.empty());
      effects.add(new MulticastEffect.SweepGoesOn());
    } else {
      begin(state.waiting().get());
    }
  }
}
