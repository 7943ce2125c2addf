package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SwitchHops;
import java.io.IOException;

/**
 * Writes the hops of min-hop routing as OpenSM does ({@code opensm-lid-matrix.dump}): for every
 * switch, in index order, and every LID of a switch the fewest hops, and those by each port,
 * however they go on.
 *
 * <p>Holds two bytes for every pair of switches while it works.
 */
public final class LidMatrixWriter {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final Fabric fabric;
  private final SwitchHops hops;

  private LidMatrixWriter(Fabric fabric) {
    this.fabric = fabric;
    hops = new SwitchHops(fabric);
  }

  public static void write(Fabric fabric, LidMap lids, Appendable out) throws IOException {
    LidMatrixWriter writer = new LidMatrixWriter(fabric);
    StringBuilder line = new StringBuilder();
    for (int node = 0; node < fabric.switchCount(); node++) {
      out.append("Switch: guid ").append(Guid.format(fabric.nodeGuid(node))).append('\n');
      for (int lid = 1; lid <= lids.maxLid(); lid++) {
        int port = lids.port(lid);
        if (port == Fabric.NONE || lids.baseLid(port) != lid) {
          continue;
        }
        int to = fabric.nodeOf(port);
        if (fabric.isSwitch(to) && writer.hops.between(node, to) != SwitchHops.UNREACHED) {
          line.setLength(0);
          line.append("0x").append(HEX[lid >>> 12]).append(HEX[(lid >>> 8) & 0xF]);
          line.append(HEX[(lid >>> 4) & 0xF]).append(HEX[lid & 0xF]).append(':');
          writer.appendHops(node, to, line);
          line.append(" # portguid ").append(Guid.format(fabric.portGuid(port))).append('\n');
          out.append(line);
        }
      }
    }
  }

  private void appendHops(int node, int to, StringBuilder line) {
    append(hops.between(node, to), line);
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int peer = fabric.peer(fabric.port(node, number));
      int next = peer == Fabric.NONE ? Fabric.NONE : fabric.nodeOf(peer);
      boolean leads = next != Fabric.NONE && next != node && fabric.isSwitch(next);
      append(leads ? hops.between(next, to) + 1 : LidMatrix.NO_PATH, line);
    }
  }

  // " %02x"
  private static void append(int count, StringBuilder line) {
    int shown = Math.min(count, LidMatrix.NO_PATH);
    line.append(' ').append(HEX[shown >>> 4]).append(HEX[shown & 0xF]);
  }
}
