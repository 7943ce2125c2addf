package io.dateline.sm.manager;

/** Where a heavy sweep is, or what follows it; each names what it waits for. */
public enum SweepPhase {
  /** Nothing under way: the last sweep has ended, or none has begun. */
  IDLE,
  /** Ports to move to a new term; nothing was swept, the journal held what a sweep would find. */
  RESUMING,
  /** Answers to directed-route Gets. */
  DISCOVERING,
  /** Ports to have given up their keys, for another subnet manager. */
  RELEASING,
  /** The other subnet manager to take the subnet. */
  HANDING_OVER,
  /** The journal to have taken the LIDs, then end ports to have taken theirs. */
  ADDRESSING,
  /** Switches to have their change bits cleared. */
  ACKNOWLEDGING,
  /** Ports to have taken their P_Keys. */
  PARTITIONS,
  /** What programmers remember, in a term's first sweep; then an engine's tables. */
  ROUTING,
  /** The judge's verdict, and what the layer assigner finds. */
  JUDGING,
  /** Programmers to confirm the differing blocks. */
  PROGRAMMING,
  /** Ports to have taken their SL2VL maps and VL arbitration tables. */
  LANES,
  /** Programmers to confirm the multicast entries of groups. */
  MULTICAST,
  /** Ports to have taken their alias GUIDs. */
  GUIDS,
  /** Ports to reach Armed. */
  ARMING,
  /** Ports to reach Active. */
  ACTIVATING,
  /**
   * The journal to have taken what nodes said. The subnet is up; a master that came now would have
   * to sweep.
   */
  RECORDING
}
