package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;

/**
 * One destination.
 *
 * @param lid the LID
 * @param port the end port that answers to it
 * @param isCa whether that is an adapter's or router's port, not port 0 of a switch
 * @param sender the port's own index among the senders, or {@link Fabric#NONE}; it does not send to
 *     itself
 */
record JudgedLid(int lid, int port, boolean isCa, int sender) {
  /** Whether the port sends, too. */
  boolean sends() {
    return sender != Fabric.NONE;
  }

  /** Hops beyond the channels between switches: the cable to the end port, if it has one. */
  int lastHop() {
    return isCa ? 1 : 0;
  }

  /** Hops at least from a switch, by its distance to the destination's switch. */
  int hopsMin(int distance) {
    return distance + lastHop();
  }
}
