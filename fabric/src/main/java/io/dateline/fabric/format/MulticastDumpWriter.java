package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.MulticastTree;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Writes multicast forwarding tables as OpenSM does for ibdmchk ({@code opensm.mcfdbs}): for every
 * switch and group the ports that packets leave by; groups that a switch has no ports for are left
 * out.
 */
public final class MulticastDumpWriter {
  private MulticastDumpWriter() {}

  /**
   * Writes groups that are parts of a tree.
   *
   * @param members end ports by MLID, in the order to be written
   */
  public static void write(
      Fabric fabric, MulticastTree tree, Map<Integer, int[]> members, Appendable out)
      throws IOException {
    StringBuilder[] lines = new StringBuilder[fabric.switchCount()];
    for (Map.Entry<Integer, int[]> group : members.entrySet()) {
      int mlid = group.getKey();
      BitSet ports = tree.ports(fabric, group.getValue(), mlid);
      int last = Fabric.NONE;
      for (int port = ports.nextSetBit(0); port >= 0; port = ports.nextSetBit(port + 1)) {
        int node = fabric.nodeOf(port);
        if (lines[node] == null) {
          lines[node] = new StringBuilder();
        }
        if (node != last) {
          lines[node].append("0x%04X :".formatted(mlid));
          last = node;
        }
        lines[node].append(" 0x%03X ".formatted(fabric.portNumber(port)));
        int next = ports.nextSetBit(port + 1);
        if (next < 0 || fabric.nodeOf(next) != node) {
          lines[node].append('\n');
        }
      }
    }
    for (int node = 0; node < lines.length; node++) {
      writeHead(fabric, node, out);
      if (lines[node] != null) {
        out.append(lines[node]);
      }
    }
  }

  /**
   * Writes what switches hold.
   *
   * @param rows by switch GUID
   */
  public static void write(Fabric fabric, LongFunction<MulticastRow> rows, Appendable out)
      throws IOException {
    for (int node = 0; node < fabric.switchCount(); node++) {
      writeHead(fabric, node, out);
      MulticastRow row = rows.apply(fabric.nodeGuid(node));
      for (int mlid = Lid.MULTICAST_MIN; mlid <= row.topMlid(); mlid++) {
        BitSet ports = row.ports(mlid);
        if (!ports.isEmpty()) {
          out.append("0x%04X :".formatted(mlid));
          for (int port = ports.nextSetBit(0); port >= 0; port = ports.nextSetBit(port + 1)) {
            out.append(" 0x%03X ".formatted(port));
          }
          out.append('\n');
        }
      }
    }
  }

  private static void writeHead(Fabric fabric, int node, Appendable out) throws IOException {
    out.append("\nSwitch ").append(Guid.format(fabric.nodeGuid(node)));
    out.append("\nLID    : Out Port(s)\n");
  }
}
