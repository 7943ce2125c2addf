package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.routing.TorusOptions;

/**
 * How many data VLs there are everywhere: as many as ports can have and are allowed.
 *
 * @param betweenSwitches at every switch port with a cable to a switch; all that are allowed where
 *     there is none
 * @param atEndPorts at every port of adapters and routers with a cable, likewise
 */
record DataVls(int betweenSwitches, int atEndPorts) {
  /** Enough to keep rings and datelines apart; fewer are of no use. */
  static final int RINGS = 2;

  /** Enough to keep turns apart that dimension order forbids, too. */
  static final int TURNS = 4;

  /** Enough for two levels of quality of service, too. */
  static final int QOS = 8;

  static DataVls of(Fabric fabric, TorusOptions options) {
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

  /** The data VLs that torus-2QoS makes use of. */
  int used() {
    return betweenSwitches >= QOS ? QOS : betweenSwitches >= TURNS ? TURNS : RINGS;
  }
}
