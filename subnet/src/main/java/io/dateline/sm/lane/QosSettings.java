package io.dateline.sm.lane;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;

/**
 * How lanes are to be programmed, by OpenSM's options.
 *
 * @param enabled whether they are at all ({@code qos}, {@code -Q})
 * @param ca of channel adapters
 * @param sw0 of port 0 of switches that have an enhanced one
 * @param swe of the external ports of switches
 * @param rtr of routers
 * @param optimizesSlToVl whether one MAD writes several SL2VL maps of a switch that knows that
 *     ({@code use_optimized_slvl})
 * @param given the options that were given and count, as {@code opensm.conf} has them; empty where
 *     none were
 */
public record QosSettings(
    boolean enabled,
    PortKindLanes ca,
    PortKindLanes sw0,
    PortKindLanes swe,
    PortKindLanes rtr,
    boolean optimizesSlToVl,
    String given) {

  /** What holds for a port. */
  public PortKindLanes of(Fabric fabric, int port) {
    int node = fabric.nodeOf(port);
    if (fabric.isSwitch(node)) {
      return fabric.portNumber(port) == 0 ? sw0 : swe;
    }
    return fabric.type(node) == NodeType.ROUTER ? rtr : ca;
  }
}
