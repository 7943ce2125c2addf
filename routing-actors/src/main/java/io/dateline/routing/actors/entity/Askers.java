package io.dateline.routing.actors.entity;

import akka.actor.typed.ActorRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Callers that wait for results of an entity's work: all that ask for the same work get the result
 * of one run. Both what runs and what waits is bounded.
 *
 * <p>Owned by the entity.
 *
 * @param <K> names work
 * @param <R> what is answered
 */
public final class Askers<K, R> {
  /** Runs that may be under way at once. */
  public static final int RUNS_MAX = 2;

  /** Askers that may wait for one of them. */
  public static final int WAITING_MAX = 64;

  /** What becomes of an asker. */
  public enum Entry {
    /** It waits, and the work is to begin. */
    BEGINS,
    /** It waits for work that is under way. */
    JOINS,
    /** It does not wait: there are too many runs, or too many that wait for this one. */
    REFUSED
  }

  private final Map<K, List<ActorRef<R>>> waiting = new HashMap<>();

  /** Has an asker wait for work, if there is room. */
  public Entry enter(K work, ActorRef<R> asker) {
    List<ActorRef<R>> others = waiting.get(work);
    if (others == null && waiting.size() < RUNS_MAX) {
      waiting.put(work, new ArrayList<>(List.of(asker)));
      return Entry.BEGINS;
    }
    if (others == null || others.size() == WAITING_MAX) {
      return Entry.REFUSED;
    }
    others.add(asker);
    return Entry.JOINS;
  }

  /** Answers all callers that wait for work that is under way, which it is no longer then. */
  public void answer(K work, R reply) {
    waiting.remove(work).forEach(asker -> asker.tell(reply));
  }

  /** What is under way. */
  public List<K> work() {
    return List.copyOf(waiting.keySet());
  }

  /** Whether nothing is under way. */
  public boolean isEmpty() {
    return waiting.isEmpty();
  }
}
