package io.dateline.sm.manager;

import io.dateline.mad.DirectedRoute;

/**
 * Counts how often a subnet manager that goes before this one was asked in vain (OpenSM's {@code
 * polling_retry_number}). Owned by the subnet manager's actor.
 */
final class Polling {
  private final long portGuid;
  private final DirectedRoute route; // null where none is known: every poll of it is in vain
  private final int retries;
  private int unanswered;

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

  void answered() {
    unanswered = 0;
  }
}
