package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;

/**
 * A virtual lane of a channel: one buffer that packets can wait for, a vertex of the channel
 * dependency graph.
 *
 * @param channel the port index the channel leaves from
 * @param vl 0 to 14
 */
public record Lane(int channel, int vl) {

  /** Both ends of the cable and the lane. */
  public String describe(Fabric fabric) {
    return Labels.port(fabric, channel)
        + " -> "
        + Labels.port(fabric, fabric.peer(channel))
        + " on VL "
        + vl;
  }
}
