package io.dateline.sm.simulation;

import io.dateline.mad.transport.MadExchange;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ProgrammerMachine;
import io.dateline.routing.actors.programmer.Turns;
import io.dateline.sm.link.PackedSets;
import io.dateline.sm.link.RelayedSets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The programmers that live on one node, and what else sends by its port for others. */
final class SimulatedProgrammers {
  private final World world;
  private final SimulatedJournal journal;
  private final MadExchange exchange;
  private final Consumer<Runnable> onNode;
  private final Map<Long, SimulatedProgrammer> programmers = new TreeMap<>(); // by switch GUID
  private final Turns turns = new Turns();

  SimulatedProgrammers(
      World world, SimulatedJournal journal, MadExchange exchange, Consumer<Runnable> onNode) {
    this.world = world;
    this.journal = journal;
    this.exchange = exchange;
    this.onNode = onNode;
  }

  private SimulatedProgrammer programmer(long switchGuid) {
    SimulatedProgrammer there = programmers.get(switchGuid);
    if (there == null || there.isBroken()) {
      there = new SimulatedProgrammer(world, journal, switchGuid, exchange, turns, onNode);
      programmers.put(switchGuid, there);
    }
    return there;
  }

  void termBegan(long term) {
    turns.termBegan(term);
  }

  void recall(long switchGuid, Consumer<LftProgrammer.Recalled> onAnswer) {
    onNode.accept(() -> programmer(switchGuid).recall(onAnswer));
  }

  void take(long switchGuid, ProgrammerMachine.Order order) {
    onNode.accept(() -> programmer(switchGuid).take(order));
  }

  /** Sends Sets that a manager elsewhere has packed. */
  void send(byte[] packed, Consumer<RelayedSets.Answer> onAnswer) {
    onNode.accept(() -> PackedSets.send(packed, exchange).thenAccept(onAnswer));
  }

  /** Ends one that has nothing under way; says whether it is not here any more. */
  boolean giveAway(long switchGuid) {
    SimulatedProgrammer there = programmers.get(switchGuid);
    if (there == null || there.isBroken() || there.isIdle()) {
      programmers.remove(switchGuid);
      return true;
    }
    return false;
  }
}
