package io.dateline.sm.manager;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Heavy sweeps that an operator has ordered: what was ordered before a sweep begins is answered
 * when that one has ended, however it does. Owned by the subnet manager's actor.
 */
final class SweepOrders {
  private final List<SmCommand.OrderedSweep> waiting = new ArrayList<>();
  private final List<SmCommand.OrderedSweep> underWay = new ArrayList<>();

  /** Why an order is not carried out; empty where it is. */
  static Optional<String> refusal(
      SmCommand.OrderedSweep order, Situation situation, boolean isInCharge) {
    if (!isInCharge) {
      return Optional.of("this node does not manage the subnet: " + situation.role);
    }
    boolean isListOfCandidates = situation.settings().routing().engines().isTournament();
    return order.wish() == SweepWish.COMPARE_ENGINES && !isListOfCandidates
        ? Optional.of("routing_engine is no list of candidates, as best:dfsssp,nue is, or auto")
        : Optional.empty();
  }

  void add(SmCommand.OrderedSweep order) {
    waiting.add(order);
  }

  /**
   * A sweep begins, for all that were ordered.
   *
   * @return what is wanted of it
   */
  Set<SweepWish> sweepBegins() {
    underWay.addAll(waiting);
    waiting.clear();
    return underWay.stream().map(SmCommand.OrderedSweep::wish).collect(Collectors.toSet());
  }

  /** A sweep has brought the subnet up. */
  void sweepEnded(HeavySweep sweep) {
    answer(
        new SweepAnswer.Swept(
            sweep.generation,
            sweep.totalMillis(),
            sweep.outcome.errors(),
            sweep.routing.engine(),
            sweep.blocksSent,
            sweep.lids.newGuids().length,
            sweep.warnings().size()));
  }

  void sweepFailed(long generation, String why) {
    answer(new SweepAnswer.NotSwept("heavy sweep %d failed: %s".formatted(generation, why)));
  }

  private void answer(SweepAnswer answer) {
    underWay.forEach(order -> order.answer().accept(answer));
    underWay.clear();
  }

  /** Nothing is swept any more. */
  void giveUp(String why) {
    underWay.addAll(waiting);
    waiting.clear();
    answer(new SweepAnswer.NotSwept(why));
  }
}
