package io.dateline.sm.manager;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Carries out effects of parts of the machine on the test's own thread: what has been answered is
 * handed on when the test asks for it, and timers run out when the test says so.
 */
final class PlayedShell {
  final List<SmEffect.Say> said = new ArrayList<>();
  final Map<String, SmEffect.StartTimer> timers = new TreeMap<>();
  private final Outbox out;
  private final Queue<SmCommand> inputs = new ArrayDeque<>();
  private final Consumer<SmCommand> machine;

  /**
   * For what was put into an outbox.
   *
   * @param machine takes inputs
   */
  PlayedShell(Outbox out, Consumer<SmCommand> machine) {
    this.out = out;
    this.machine = machine;
  }

  /** Until nothing is left that has been answered. */
  void settle() {
    carryOut();
    while (!inputs.isEmpty()) {
      out.open(inputs.poll()).ifPresent(machine);
      carryOut();
    }
  }

  private void carryOut() {
    for (SmEffect effect : out.take()) {
      switch (effect) {
        case SmEffect.Say say -> said.add(say);
        case SmEffect.Await<?> awaited -> await(awaited);
        case SmEffect.Tell told -> inputs.add(told.command());
        case SmEffect.StartTimer timer -> timers.put(timer.name(), timer);
        case SmEffect.CancelTimer timer -> timers.remove(timer.name());
        case SmEffect.TermBegan began -> {}
        case SmEffect.Leave leave -> throw new AssertionError(leave.sentence());
        case SmEffect.End end -> {}
      }
    }
  }

  private <T> void await(SmEffect.Await<T> awaited) {
    awaited
        .begin()
        .get()
        .whenComplete((value, failure) -> inputs.add(awaited.told().apply(value, failure)));
  }

  /** The timer has run down. */
  void ring(String timer) {
    inputs.add(timers.remove(timer).command());
  }

  /** How long the timer still has to run, if it was not stopped. */
  Duration delay(String timer) {
    return timers.get(timer).delay();
  }
}
