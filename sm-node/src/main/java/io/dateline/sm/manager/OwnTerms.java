package io.dateline.sm.manager;

/**
 * Which terms a manager has begun itself. The journal's key (persistence id, sequence number) lets
 * only one of two managers write; the other one, which reads the journal again, finds here that it
 * was succeeded while it thought it was master. If it began a term all the same, two masters would
 * take turns.
 */
final class OwnTerms {
  private static final long NEVER = -1;

  private long before = NEVER; // the term that was there when the last one was begun
  private long mKey; // of that one

  /** Notes that a term is about to be begun, whether or not the journal will say that it was. */
  void begin(SubnetState state, long newMKey) {
    before = state.term();
    mKey = newMKey;
  }

  /** Whether somebody else has begun a term since; by its M_Key, which nobody takes twice. */
  boolean isSuperseded(SubnetState state) {
    return before != NEVER && state.term() > before && state.mKey() != mKey;
  }
}
