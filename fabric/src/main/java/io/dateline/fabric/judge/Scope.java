package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;

/** Which end ports send and receive in a judgement. */
public enum Scope {
  /** Ports of channel adapters and routers, the traffic that applications see. */
  CHANNEL_ADAPTERS,

  /** Those and the port 0 of every switch, which management traffic goes to and comes from. */
  ALL_END_PORTS;

  /** Whether an end port takes part. */
  public boolean includes(Fabric fabric, int endPort) {
    return this == ALL_END_PORTS || !fabric.isSwitch(fabric.nodeOf(endPort));
  }
}
