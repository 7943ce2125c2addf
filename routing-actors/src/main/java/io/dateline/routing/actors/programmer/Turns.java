package io.dateline.routing.actors.programmer;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a node knows of the order in which programmers are asked. A question that was dropped on the
 * way is told again, and may come after a newer one of the same generation, or term. So each has a
 * turn, a number that grows with each question of a term, and with each term. From any thread.
 */
public final class Turns {
  /** Of questions from nodes of a version that gives them no turns. */
  public static final long UNKNOWN = 0;

  private static final int COUNT_BITS = 32;

  private final AtomicLong term = new AtomicLong(); // the last one that is known here
  private final Map<Work.Kind, Map<Long, Long>> newest = // turns, by switch GUID
      Map.of(
          Work.Kind.UNICAST, new ConcurrentHashMap<>(),
          Work.Kind.MULTICAST, new ConcurrentHashMap<>());

  /** The turn that the first question of a term comes after. */
  public static long before(long term) {
    return term << COUNT_BITS;
  }

  private static long termOf(long turn) {
    return turn >>> COUNT_BITS;
  }

  /** Questions of earlier terms are past. */
  public void termBegan(long begun) {
    term.accumulateAndGet(begun, Math::max);
  }

  /** A question has been put: earlier ones of its kind to that switch are past. */
  public void asked(long switchGuid, Work.Kind kind, long turn) {
    termBegan(termOf(turn));
    newest.get(kind).merge(switchGuid, turn, Math::max);
  }

  /** Whether the term of a question has ended: ports refuse its key. */
  public boolean isOver(long turn) {
    return turn != UNKNOWN && termOf(turn) < term.get();
  }

  /** Why a question is past, if it is. */
  public Optional<String> objection(long switchGuid, Work.Kind kind, long turn) {
    long begun = term.get();
    if (turn == UNKNOWN) {
      return Optional.empty();
    }
    if (termOf(turn) < begun) {
      return Optional.of("it is of term %d, and term %d has begun".formatted(termOf(turn), begun));
    }
    return turn < newest.get(kind).getOrDefault(switchGuid, UNKNOWN)
        ? Optional.of("what was asked later came before it")
        : Optional.empty();
  }
}
