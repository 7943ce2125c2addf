package io.dateline.sm.manager;

import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.state.SubnetState;

/**
 * Which term this node has begun last. The journal's key (persistence id, sequence number) lets
 * only one of two managers write; the other one, which reads the journal, finds here that it was
 * succeeded while it thought it was master. If it began a term all the same, two masters would take
 * turns. Any thread may use it.
 */
public final class OwnTerms {
  private static final long NEVER = -1;

  private long before = NEVER; // the term that was there when the last one was begun
  private TermKeys keys = TermKeys.NONE; // of that one

  /** Notes that a term is about to be begun, whether or not the journal will say that it was. */
  synchronized void begin(SubnetState state, TermKeys newKeys) {
    before = state.term();
    keys = newKeys;
  }

  /** That a node was succeeded, in words. */
  public static String succession(SubnetState state) {
    return "term %d was begun elsewhere".formatted(state.term());
  }

  /** Whether another node has begun a term since; by its secret, which is never taken twice. */
  public synchronized boolean isSuperseded(SubnetState state) {
    return before != NEVER && state.term() > before && !state.keys().equals(keys);
  }
}
