package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;

/**
 * The LIDs in scope, ordered by the switch their port is or hangs on and then by LID, so that
 * distances to a switch are searched for once. LIDs of ports that hang on no switch come first.
 */
final class LidsInScope {
  final int count;
  final int[] lids; // by destination
  final int[] ports; // by destination: the end port that answers to the LID
  final int[] switches; // by destination: where it hangs, Fabric.NONE for no switch

  LidsInScope(Fabric fabric, LidMap lidMap, Scope scope) {
    int[] firstOf = new int[fabric.switchCount() + 2]; // by switch+1: counting sort
    int[] keys = new int[lidMap.maxLid() + 1];
    int found = 0;
    for (int lid = Lid.UNICAST_MIN; lid <= lidMap.maxLid(); lid++) {
      keys[lid] = Fabric.NONE;
      int port = lidMap.port(lid);
      if (port == Fabric.NONE || !scope.includes(fabric, port)) {
        continue;
      }
      keys[lid] = fabric.switchAt(port) + 1;
      firstOf[keys[lid] + 1]++;
      found++;
    }
    for (int key = 0; key + 1 < firstOf.length; key++) {
      firstOf[key + 1] += firstOf[key];
    }
    count = found;
    lids = new int[found];
    ports = new int[found];
    switches = new int[found];
    for (int lid = Lid.UNICAST_MIN; lid <= lidMap.maxLid(); lid++) {
      if (keys[lid] != Fabric.NONE) {
        int at = firstOf[keys[lid]]++;
        lids[at] = lid;
        ports[at] = lidMap.port(lid);
        switches[at] = keys[lid] - 1;
      }
    }
  }
}
