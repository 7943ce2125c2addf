package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import java.io.IOException;

/**
 * Writes service levels by path as ibdiagnet does ({@code .psl}), for {@code ibdmchk -c}: lines
 * {@code source-node-GUID DLID SL}, of all end ports to all LIDs, the own ones included. Lanes
 * ({@code ibdmchk -d}) it takes from {@code opensm-sl2vl.dump} as {@link SlToVlDumpWriter} writes
 * it.
 *
 * <p>A node has one level to a LID there: of an adapter with several ports it is that from the base
 * LID of the first one.
 */
public final class PslWriter {
  private PslWriter() {}

  public static void write(Fabric fabric, LidMap lids, PathSl pathSl, Appendable out)
      throws IOException {
    int[] used = lids.usedLids();
    StringBuilder line = new StringBuilder();
    int last = Fabric.NONE;
    for (int port : fabric.endPorts()) {
      int node = fabric.nodeOf(port);
      int source = lids.baseLid(port);
      if (source == Lid.NONE || node == last) {
        continue;
      }
      last = node;
      String guid = Guid.format(fabric.nodeGuid(node));
      for (int destination : used) {
        line.setLength(0);
        line.append(guid).append(' ').append(destination).append(' ');
        out.append(line.append(pathSl.sl(source, destination)).append('\n'));
      }
    }
  }
}
