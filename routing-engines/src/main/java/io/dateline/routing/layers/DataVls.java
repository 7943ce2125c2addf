package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import io.dateline.routing.LaneOptions;

/**
 * How many data VLs there are everywhere: as many as ports can have and are allowed.
 *
 * @param betweenSwitches at every switch port with a cable to a switch; all that are allowed where
 *     there is none
 * @param atEndPorts at every port of adapters and routers with a cable, likewise
 */
public record DataVls(int betweenSwitches, int atEndPorts) {
  /** Looks at all ports with a cable. */
  public static DataVls of(Fabric fabric, LaneOptions options) {
    int betweenSwitches = options.dataVls();
    int atEndPorts = options.dataVls();
    for (int port = 0; port < fabric.portCount(); port++) {
      int peer = fabric.peer(port);
      if (peer == Fabric.NONE) {
        continue;
      }
      if (!fabric.isSwitch(fabric.nodeOf(port))) {
        atEndPorts = Math.min(atEndPorts, fabric.dataVls(port));
      } else if (fabric.isSwitch(fabric.nodeOf(peer))) {
        betweenSwitches = Math.min(betweenSwitches, fabric.dataVls(port));
      }
    }
    return new DataVls(betweenSwitches, atEndPorts);
  }
}
