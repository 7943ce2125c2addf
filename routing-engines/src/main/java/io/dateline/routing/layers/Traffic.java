package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;

/**
 * Which ports send to which. A path is one from a switch, with whatever sends there, to a LID; it
 * is <em>essential</em> where an adapter sends to an adapter. Ports of routers are adapters here,
 * port 0 of a switch is none.
 *
 * <p>Immutable; arrays are shared.
 */
final class Traffic {
  final boolean[] sends; // by switch: whether adapters with a LID are at it
  final int[] lids; // in use, ascending
  final boolean[] receives; // by index in lids: whether it is an adapter's

  Traffic(Fabric fabric, LidMap lidMap) {
    sends = new boolean[fabric.switchCount()];
    lids = lidMap.usedLids();
    receives = new boolean[lids.length];
    for (int i = 0; i < lids.length; i++) {
      int port = lidMap.port(lids[i]);
      receives[i] = !fabric.isSwitch(fabric.nodeOf(port));
      int home = receives[i] ? fabric.switchAt(port) : Fabric.NONE;
      if (home != Fabric.NONE) {
        sends[home] = true;
      }
    }
  }
}
