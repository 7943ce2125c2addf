package io.dateline.routing.balance;

/** Which ports paths may leave by. Any thread may ask. */
interface Allowed {
  /**
   * Whether a switch may send by a channel what is for another switch.
   *
   * @param channel that leaves {@code node}
   */
  boolean isAllowed(int node, int channel, int home);
}
