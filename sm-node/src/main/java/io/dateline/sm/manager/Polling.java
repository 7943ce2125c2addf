package io.dateline.sm.manager;

import io.dateline.mad.DirectedRoute;

/**
 * Counts how often a subnet manager that goes before this one was asked in vain (OpenSM's {@code
 * polling_retry_number}). Owned by the subnet manager's actor.
 */
final class Polling {
  /** A master that is to hand over does it in its next sweep or two. */
  private static final int PATIENCE = 3; // polls

  private final long portGuid;
  private final DirectedRoute route; // null where none is known: every poll of it is in vain
  private final int retries;
  private int unanswered;
  private int unheeded;

  Polling(long portGuid, DirectedRoute route, int retries) {
    this.portGuid = portGuid;
    this.route = route;
    this.retries = retries;
  }

  long portGuid() {
    return portGuid;
  }

  DirectedRoute route() {
    return route;
  }

  /** Counts a poll that is being sent; false when there were enough. */
  boolean goesOn() {
    if (unanswered > retries) {
      return false;
    }
    unanswered++;
    return true;
  }

  /**
   * It has answered.
   *
   * @param owesSubnet whether it is master though this node goes before it
   * @return whether that has just lasted for too long
   */
  boolean answered(boolean owesSubnet) {
    unanswered = 0;
    unheeded = owesSubnet ? unheeded + 1 : 0;
    return unheeded == PATIENCE;
  }

  /** Whether it keeps the subnet though this node goes before it. */
  boolean isReluctant() {
    return unheeded >= PATIENCE;
  }
}
