package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.routing.LayerMemory;
import java.util.Optional;

/** Tells the operator of paths that have another SL than was granted. */
final class MovedPaths {
  private MovedPaths() {}

  /**
   * A sentence; empty where all paths that there are have what they were granted.
   *
   * @param tables with no entry where there is no path
   * @param granted what is remembered
   * @param levels by LID, then by switch: the SLs now; null for LIDs that no port has
   */
  static Optional<String> warning(
      Fabric fabric, LidMap lids, ForwardingTables tables, LayerMemory granted, byte[][] levels) {
    byte[][] before = granted.isEmpty() ? new byte[0][] : granted.layers(fabric, lids);
    long paths = 0;
    long moved = 0;
    String example = "";
    for (int lid = 1; lid < before.length; lid++) {
      if (before[lid] == null || levels[lid] == null) {
        continue;
      }
      int home = fabric.switchAt(lids.port(lid));
      for (int node = 0; node < before[lid].length; node++) {
        if (node == home
            || before[lid][node] == LayerMemory.UNKNOWN
            || tables.port(node, lid) == ForwardingTables.NO_PORT) {
          continue;
        }
        paths++;
        if (before[lid][node] != levels[lid][node]) {
          moved++;
          if (moved == 1) {
            example =
                "from switch %s to LID %d, on SL %d before"
                    .formatted(Guid.format(fabric.nodeGuid(node)), lid, before[lid][node]);
          }
        }
      }
    }
    return moved == 0
        ? Optional.empty()
        : Optional.of(
            "%d of %d paths have another SL than was granted (%s)"
                .formatted(moved, paths, example));
  }
}
