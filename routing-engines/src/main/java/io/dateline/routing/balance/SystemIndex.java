package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/** Which switches are boards of one chassis: those with the same system image GUID. */
final class SystemIndex {
  private final int[] systems; // by switch, dense

  SystemIndex(Fabric fabric) {
    systems = new int[fabric.switchCount()];
    Long2IntOpenHashMap indexByGuid = new Long2IntOpenHashMap();
    for (int node = 0; node < systems.length; node++) {
      // A switch that does not say (0) is a system of its own.
      long image = fabric.systemImageGuid(node);
      long guid = image == 0 ? fabric.nodeGuid(node) : image;
      systems[node] = indexByGuid.computeIfAbsent(guid, key -> indexByGuid.size());
    }
  }

  /** The system of a switch, less than the number of switches. */
  int of(int node) {
    return systems[node];
  }
}
