package io.dateline.sm.manager;

/** What an operator wants of a heavy sweep beside a sweep. */
public enum SweepWish {
  NOTHING_ELSE,
  /** All ports get LIDs anew. */
  REASSIGN_LIDS,
  /** The engines of a list of candidates are compared, though the last winner could go on. */
  COMPARE_ENGINES,
  /** The engine makes tables as if there were none. */
  REBALANCE
}
