package io.dateline.sm.simulation;

import io.dateline.mad.transport.MadExchange;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ProgrammerMachine;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.Turns;
import io.dateline.sm.link.PackedSets;
import io.dateline.sm.link.RelayedSets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** The programmers that live on one node, and what else sends by its port for others. */
final class SimulatedProgrammers {
  private static final long REDELIVERY = 500 * World.MS;
  private static final int REDELIVERIES_MAX = 5;

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

  /**
   * Tells a programmer what this node has dropped on the way to it, unless it is void by then. What
   * is dropped each time is answered in place of the programmer.
   *
   * @param times that it is dropped
   * @param homes where the programmer of a switch lives
   */
  void tellAgain(
      long switchGuid,
      ProgrammerMachine.Order order,
      int times,
      LongFunction<SimulatedProgrammers> homes) {
    world.in(
        Math.min(times, REDELIVERIES_MAX) * REDELIVERY,
        () -> onNode.accept(() -> again(switchGuid, order, times, homes)));
  }

  private void again(
      long switchGuid,
      ProgrammerMachine.Order order,
      int times,
      LongFunction<SimulatedProgrammers> homes) {
    Optional<String> objection =
        times > REDELIVERIES_MAX
            ? Optional.of("it was dropped on the way each time")
            : turns.objection(switchGuid, order.work().kind(), order.turn());
    if (objection.isPresent()) {
      order
          .onEnd()
          .accept(
              new ProgrammerReply.ProgrammingFailed(
                  order.work().generation(), new int[0], objection.get()));
    } else {
      homes.apply(switchGuid).take(switchGuid, order);
    }
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
