package io.dateline.sm.simulation;

import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.LftEvent;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.LftState;
import io.dateline.routing.actors.programmer.ProgrammerMachine;
import io.dateline.routing.actors.programmer.ProgrammerSettings;
import io.dateline.routing.actors.programmer.ProgrammingRun;
import io.dateline.routing.actors.programmer.Turns;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/** One switch's programmer on one node: its machine, run as its actor runs it. */
final class SimulatedProgrammer {
  private static final ProgrammerSettings SETTINGS =
      new ProgrammerSettings(8, 4, Duration.ofMinutes(2));

  private final World world;
  private final SimulatedJournal journal;
  private final long guid;
  private final long home;
  private final Consumer<Runnable> onNode; // runs what comes from outside, if the node lives
  private final ProgrammerMachine machine;
  private final Queue<Runnable> stashed = new ArrayDeque<>();
  private LftState state;
  private long number;
  private boolean isBusy; // recovers or writes
  private boolean isBroken; // the journal did not take an event; a new one takes its place

  SimulatedProgrammer(
      World world,
      SimulatedJournal journal,
      long guid,
      MadExchange exchange,
      Turns turns,
      Consumer<Runnable> onNode) {
    this.world = world;
    this.journal = journal;
    this.guid = guid;
    home = exchange.port().portGuid();
    this.onNode = onNode;
    machine =
        new ProgrammerMachine(
            guid,
            exchange,
            SETTINGS,
            turns,
            run -> world.in(0, () -> onNode.accept(() -> settle(run))));
    recover();
  }

  boolean isIdle() {
    return !isBusy && machine.isIdle() && stashed.isEmpty();
  }

  boolean isBroken() {
    return isBroken;
  }

  private void recover() {
    isBusy = true;
    world.in(
        journal.delay(),
        () ->
            onNode.accept(
                () -> {
                  if (journal.isAway()) {
                    fail();
                    return;
                  }
                  state = journal.tables(guid);
                  number = journal.tableNumber(guid);
                  isBusy = false;
                  unstash();
                }));
  }

  void take(ProgrammerMachine.Order order) {
    whenFree(() -> write(machine.take(state, order, world.millis())));
  }

  void recall(Consumer<LftProgrammer.Recalled> onAnswer) {
    whenFree(() -> onAnswer.accept(LftProgrammer.Recalled.of(guid, state, home)));
  }

  private void settle(ProgrammingRun run) {
    whenFree(() -> write(machine.settle(run, world.millis())));
  }

  private void whenFree(Runnable step) {
    if (isBroken) {
      return; // who waits is answered by its patience
    }
    if (isBusy) {
      stashed.add(step);
    } else {
      step.run();
    }
  }

  private void write(List<LftEvent> facts) {
    if (facts.isEmpty()) {
      next();
      return;
    }
    isBusy = true;
    journal.writeTables(
        guid, number, facts, isWritten -> onNode.accept(() -> written(facts, isWritten)));
  }

  private void written(List<LftEvent> facts, boolean isWritten) {
    if (!isWritten) {
      fail();
      return;
    }
    number += facts.size();
    for (LftEvent fact : facts) {
      state = state.apply(fact);
    }
    isBusy = false;
    machine.taken(state);
    next();
    unstash();
  }

  private void next() {
    machine.takeWaiting().forEach(this::take);
  }

  private void unstash() {
    while (!isBusy && !isBroken && !stashed.isEmpty()) {
      stashed.remove().run();
    }
  }

  private void fail() {
    isBroken = true;
    machine.giveUp();
  }
}
