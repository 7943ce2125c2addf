package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import java.io.IOException;

/**
 * Writes forwarding tables as OpenSM does ({@code opensm-lfts.dump}): switches in index order, LIDs
 * without a route left out.
 */
public final class LftDumpWriter {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private LftDumpWriter() {}

  public static void write(Fabric fabric, LidMap lids, ForwardingTables tables, Appendable out)
      throws IOException {
    // What follows the port number is the same on every switch, and there are millions of lines.
    String[] remarks = remarks(fabric, lids, tables.maxLid());
    StringBuilder line = new StringBuilder();
    for (int node = 0; node < fabric.switchCount(); node++) {
      out.append("Unicast lids [0-").append(Integer.toString(tables.maxLid()));
      out.append("] of switch Lid ").append(Integer.toString(lids.baseLid(fabric.port(node, 0))));
      out.append(" guid ").append(Guid.format(fabric.nodeGuid(node))).append(" ('");
      DumpText.appendPrintable(fabric.description(node), out);
      out.append("'):\n");
      for (int lid = 0; lid <= tables.maxLid(); lid++) {
        int portNumber = tables.port(node, lid);
        if (portNumber != ForwardingTables.NO_PORT) {
          line.setLength(0);
          appendLid(lid, line);
          appendPortNumber(portNumber, line);
          out.append(line.append(remarks[lid]));
        }
      }
      // OpenSM counts the LIDs it looked at.
      out.append(Integer.toString(tables.maxLid())).append(" lids dumped\n");
    }
  }

  private static String[] remarks(Fabric fabric, LidMap lids, int maxLid) throws IOException {
    String[] remarks = new String[maxLid + 1];
    for (int lid = 0; lid <= maxLid; lid++) {
      int port = lid == Lid.NONE ? Fabric.NONE : lids.port(lid);
      if (port == Fabric.NONE) {
        remarks[lid] = " # unknown node and type\n";
        continue;
      }
      int node = fabric.nodeOf(port);
      StringBuilder remark = new StringBuilder(" # ");
      remark.append(DumpText.typeName(fabric.type(node))).append(" portguid ");
      remark.append(Guid.format(fabric.portGuid(port))).append(": '");
      DumpText.appendPrintable(fabric.description(node), remark);
      remarks[lid] = remark.append("'\n").toString();
    }
    return remarks;
  }

  // 0x%04x
  private static void appendLid(int lid, StringBuilder line) {
    line.append("0x").append(HEX[lid >>> 12]).append(HEX[(lid >>> 8) & 0xF]);
    line.append(HEX[(lid >>> 4) & 0xF]).append(HEX[lid & 0xF]);
  }

  // " %03u"
  private static void appendPortNumber(int portNumber, StringBuilder line) {
    line.append(' ').append((char) ('0' + portNumber / 100));
    line.append((char) ('0' + portNumber / 10 % 10)).append((char) ('0' + portNumber % 10));
  }
}
