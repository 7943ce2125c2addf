package io.dateline.sm.manager;

import io.dateline.fabric.measure.Candidate;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Computed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Engines that are all asked for a routing, so that the best one is taken. Owned by the subnet
 * manager's actor.
 */
final class Contest {
  /** A routing, and what the judge says of it. */
  record Entry(Computed computed, RoutingCheck check) {}

  private final Deque<String> waiting; // the first one is asked now
  private final List<Candidate> candidates = new ArrayList<>();
  private Computed examined; // by the judge; null while an engine is at work
  private Entry best; // null while there is none
  private boolean isDecided;

  /**
   * A contest that begins.
   *
   * @param engines that are to be asked, in this order
   * @param out candidates that have refused already, by sentences
   */
  Contest(Collection<String> engines, Collection<Refusal> out) {
    waiting = new ArrayDeque<>(engines);
    out.forEach(refusal -> candidates.add(Candidate.out(refusal.engine(), refusal.reason())));
  }

  /** The engine to be asked; empty when all have been. */
  Optional<String> next() {
    return Optional.ofNullable(waiting.peekFirst());
  }

  /** Its turn is over, and it has no routing that may be used. */
  void out(String reason) {
    candidates.add(Candidate.out(waiting.removeFirst(), reason));
    examined = null;
  }

  /** It has routed. */
  void examine(Computed computed) {
    examined = computed;
  }

  /**
   * The judge has looked at the routing of the engine whose turn it is.
   *
   * @return the engine whose routing is not needed any more, if there is one
   */
  Optional<String> judged(RoutingCheck check) {
    Entry entry = new Entry(examined, check);
    String engine = waiting.getFirst();
    if (check.objection().isPresent()) {
      out(RoutingRuling.objection(check.objection().get()));
      return Optional.of(engine);
    }
    examined = null;
    candidates.add(Candidate.of(waiting.removeFirst(), check.figures().orElseThrow()));
    if (!Candidate.best(candidates).orElseThrow().engine().equals(engine)) {
      return Optional.of(engine);
    }
    Optional<String> beaten = Optional.ofNullable(best).map(before -> before.computed().engine());
    best = entry;
    return beaten;
  }

  /** The best one of all; empty where none has a routing. */
  Optional<Entry> decide() {
    isDecided = true;
    return Optional.ofNullable(best);
  }

  /** Whether engines are still asked. */
  boolean isOpen() {
    return !isDecided;
  }

  /** Those that have had their turn, in that order. */
  List<Candidate> candidates() {
    return List.copyOf(candidates);
  }
}
